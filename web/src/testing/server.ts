import { vi } from 'vitest';
import type { AppConfig } from '@/shared/api/config';

/** A request as the fake server received it. */
export interface Received {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Headers;
  body: string;
  /** Whether its sender has aborted it. */
  gone: () => boolean;
}

/** Answers a request: with data for a successful envelope, or with its own Response. */
export type Handler = (received: Received) => unknown;

const config = {
  college: { 'en-US': 'Hengshan Business College', 'zh-CN': '衡山商学院' },
  clientId: 'student-mini-program',
  clientSecret: 'public',
  scope: 'student',
  signSecret: 'sign',
  timeZone: 'Asia/Shanghai',
  firstPassword: 'last-six',
  templateMenu: true, // as in the demo, so that every entry is there
  features: {},
};

/** An error envelope. */
export function refusal(status: number, ...errors: string[]): Response {
  return Response.json({ statusCode: status, succeeded: false, data: null, errors }, { status });
}

/**
 * Fakes the server until the test ends, with handlers by 'METHOD /path'; anything else is a 404. The settings are read
 * once per test file.
 */
export function fakeServer(handlers: Readonly<Record<string, Handler>>, settings: Partial<AppConfig> = {}): Received[] {
  const received: Received[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://college.example');
    if (url.pathname === '/app-config.json') {
      return Response.json({ ...config, ...settings });
    }
    const one: Received = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
      gone: () => init.signal?.aborted === true,
    };
    received.push(one);
    const handler = handlers[`${one.method} ${one.path}`];
    const answer = handler === undefined ? refusal(404, '[http.not_found] No such path.') : await handler(one);
    return answer instanceof Response
      ? answer
      : Response.json({ statusCode: 200, succeeded: true, data: answer ?? null, errors: null });
  });
  return received;
}
