import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStorage } from '@/shared/store/storage';
import { callDefaults, createClient, type Client, type ClientDeps } from './client';
import { createClock } from './clock';
import { ApiError, CancelledError } from './errors';
import { md5 } from './md5';

interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
  cache: RequestCache | undefined;
}

type Responder = (sent: Sent, signal: AbortSignal) => Response | Promise<Response>;

const ok = (data: unknown, headers: Record<string, string> = {}): Response =>
  Response.json({ statusCode: 200, succeeded: true, data, errors: null }, { headers });

const refuse = (statusCode: number, errors: unknown, status = statusCode): Response =>
  Response.json({ statusCode, succeeded: false, data: null, errors }, { status });

/** Never answers, but aborts with its signal like a real fetch. */
const hang: Responder = (_sent, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

// The paths of these tests aren't in the contract.
type Loose = Record<'get' | 'post' | 'put' | 'patch' | 'delete', (path: string, call?: object) => Promise<unknown>> &
  Pick<Client, 'forget'>;

function setup(respond: Responder, over: Partial<ClientDeps> = {}) {
  const sent: Sent[] = [];
  const notices: string[] = [];
  const caller = { token: 'tok' as string | null, identity: 'stu-1', language: 'en-US' };
  const unauthorized = vi.fn();
  const client = createClient({
    base: 'https://college.example',
    fetch: async (input, init = {}) => {
      const one: Sent = {
        method: init.method ?? '',
        url: new URL(input as string),
        headers: new Headers(init.headers),
        body: init.body,
        cache: init.cache,
      };
      sent.push(one);
      init.signal?.throwIfAborted();
      return respond(one, init.signal ?? new AbortController().signal);
    },
    clock: createClock(
      Date.now,
      createStorage(() => localStorage, new EventTarget()),
      async (task) => task(),
    ),
    config: async () => ({ signSecret: 'open-secret' }),
    caller: () => caller,
    unauthorized,
    notify: (level, text) => notices.push(`${level}: ${text}`),
    clientText: (what) => (typeof what === 'string' ? what : `code ${what.statusCode}`),
    ...over,
  }) as unknown as Loose;
  return { client, sent, notices, caller, unauthorized };
}

beforeEach(() => {
  vi.useRealTimers();
});

describe('requests', () => {
  test('[7.6] carry token, identity, timestamp and signature, the timestamps increasing', async () => {
    const { client, sent } = setup(() => ok(1));
    await Promise.all([client.get('/api/a'), client.get('/api/b'), client.post('/api/c')]);
    const numbers = sent.map(({ headers }) => atob(headers.get('X-Timestamp') ?? ''));
    expect(new Set(numbers).size).toBe(3);
    sent.forEach(({ headers }, index) => {
      expect(headers.get('Authorization')).toBe('Bearer tok');
      expect(headers.get('MiniProgramIdentity')).toBe('stu-1');
      expect(headers.get('X-Signature')).toBe(md5(`${numbers[index] ?? ''}open-secret`));
      expect(headers.get('Accept-Language')).toBe('en-US');
    });
    expect(Math.abs(Number(numbers[0]) - Date.now())).toBeLessThan(60_000);
  });

  test('[7.6] without a session have no bearer and no identity', async () => {
    const { client, sent } = setup(() => ok(1), {
      caller: () => ({ token: null, identity: null, language: 'zh-CN' }),
    });
    await client.get('/api/a');
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
    expect(sent[0]?.headers.has('MiniProgramIdentity')).toBe(false);
  });

  test('[7.7] GET adds a cache-busting parameter and writes lists as repeated keys; POST adds none', async () => {
    const { client, sent } = setup(() => ok(1));
    await client.get('/api/a', { query: { ids: [1, 2] } });
    await client.get('/api/a/{id}', { path: { id: 'x/y' } });
    await client.post('/api/a');
    expect(sent[0]?.url.search).toMatch(/^\?ids=1&ids=2&_t=\d+$/u);
    expect(sent[1]?.url.pathname).toBe('/api/a/x%2Fy');
    expect(sent[1]?.url.search).toMatch(/^\?_t=\d+$/u);
    expect(sent[2]?.url.search).toBe('');
  });

  test.each([
    [
      { body: { a: ' x ', at: new Date(2026, 0, 2, 3, 4, 5) } },
      'application/json;charset=UTF-8',
      '{"a":"x","at":"2026-01-02 03:04:05"}',
    ],
    [
      { form: { client_id: ' c ', scope: 'a b' } },
      'application/x-www-form-urlencoded;charset=UTF-8',
      'client_id=c&scope=a+b',
    ],
    [{}, null, undefined],
  ])('[7.5] %j is sent as %s', async (call, type, body) => {
    const { client, sent } = setup(() => ok(1));
    await client.post('/api/a', call);
    expect(sent[0]?.headers.get('Content-Type')).toBe(type);
    expect(sent[0]?.body).toBe(body);
  });

  test('[7.5] a multipart form keeps its body and lets the browser set its boundary', async () => {
    const { client, sent } = setup(() => ok(1));
    const form = new FormData();
    await client.post('/api/a', { body: form });
    expect(sent[0]?.body).toBe(form);
    expect(sent[0]?.headers.has('Content-Type')).toBe(false);
  });

  test('[7.7] an ETag works in spite of the cache-busting parameter', async () => {
    const { client, sent, caller } = setup(({ headers }) =>
      headers.get('If-None-Match') === '"1"' ? new Response(null, { status: 304 }) : ok({ week: 3 }, { ETag: '"1"' }),
    );
    expect(await client.get('/api/t')).toEqual({ week: 3 });
    expect(await client.get('/api/t')).toEqual({ week: 3 });
    expect(sent.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"']);
    expect(sent.every(({ cache }) => cache === 'no-store')).toBe(true);
    caller.language = 'zh-CN'; // the same address in another language is a different answer
    await client.get('/api/t');
    client.forget();
    caller.language = 'en-US';
    await client.get('/api/t');
    expect(sent.slice(2).map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, null]);
  });

  test('[7.6] a request refused because the clock is years off is sent again by the server’s time', async () => {
    const server = Date.now() + 5 * 365 * 24 * 3600_000;
    const { client, sent, notices } = setup(({ headers }) => {
      const late = server - Number(atob(headers.get('X-Timestamp') ?? '')) > 60_000;
      const answer = late ? refuse(400, ['[access.bad_timestamp] no']) : ok('in');
      answer.headers.set('Date', new Date(server).toUTCString());
      return answer;
    });
    expect(await client.get('/api/t')).toBe('in');
    expect(sent).toHaveLength(2);
    expect(notices).toEqual([]);
  });
});

describe('cancelling', () => {
  test('[7.8] an identical request cancels the earlier one, silently', async () => {
    let calls = 0;
    const { client, notices, sent } = setup((one, signal) => {
      calls += 1;
      return calls === 1 ? hang(one, signal) : ok('second');
    });
    const first = client.get('/api/t', { query: { w: 1 } });
    first.catch(() => undefined);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const second = client.get('/api/t', { query: { w: 1 } });
    await expect(first).rejects.toBeInstanceOf(CancelledError);
    expect(await second).toBe('second');
    expect(notices).toEqual([]);
  });

  test('[7.8] another query or method is another request', async () => {
    const { client } = setup(() => ok(1));
    const all = [
      client.get('/api/t', { query: { w: 1 } }),
      client.get('/api/t', { query: { w: 2 } }),
      client.post('/api/t'),
    ];
    expect(await Promise.all(all)).toEqual([1, 1, 1]);
  });

  /** Answers requests in the order of `release`, and lists those that are under way at once. */
  function held() {
    const open: { what: string; answer: () => void }[] = [];
    const overlaps: string[][] = [];
    const respond: Responder = (one, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        open.push({ what: `${one.method} ${String(one.body)}`, answer: () => resolve(ok(one.body)) });
        overlaps.push(open.map(({ what }) => what));
      });
    const release = async (): Promise<void> => {
      await vi.waitFor(() => expect(open.length).toBeGreaterThan(0));
      open.shift()?.answer();
    };
    return { respond, release, overlaps };
  }

  test('[7.8] changes of one address wait for each other, so that none is lost', async () => {
    const { respond, release, overlaps } = held();
    const { client, caller } = setup(respond);
    const control = new AbortController();
    const all = [
      client.patch('/api/t', { body: 1 }),
      client.patch('/api/t', { body: 2 }),
      client.delete('/api/t', { body: 3, signal: control.signal }),
      client.patch('/api/t', { body: 4 }),
    ];
    const outcomes = Promise.allSettled(all);
    control.abort(); // leaves the queue unsent
    await release();
    await release();
    await release();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(overlaps).toEqual([['PATCH 1'], ['PATCH 2'], ['PATCH 4']]);

    const last = Promise.allSettled([client.patch('/api/t', { body: 5 }), client.patch('/api/t', { body: 6 })]);
    await vi.waitFor(() => expect(overlaps).toHaveLength(4));
    caller.identity = 'stu-2'; // someone else logs in
    await release();
    expect((await last)[1]).toMatchObject({ status: 'rejected', reason: expect.any(CancelledError) as unknown });
    expect(overlaps).toHaveLength(4);
  });

  test('[7.8] the last report of a closing page replaces the one under way', async () => {
    const { respond, release, overlaps } = held();
    const { client } = setup(respond);
    const first = client.post('/api/t', { body: 1 });
    await vi.waitFor(() => expect(overlaps).toHaveLength(1));
    const last = client.post('/api/t', { body: 2, keepalive: true });
    await expect(first).rejects.toBeInstanceOf(CancelledError);
    await vi.waitFor(() => expect(overlaps).toHaveLength(2));
    await release(); // the cancelled one
    await release();
    expect(await last).toBe('2');
  });

  test('[7.8] questions sent by POST have addresses of their own, and only equal ones replace each other', async () => {
    const { respond, release } = held();
    const { client, sent } = setup(respond);
    const ask = (body: string): Promise<unknown> => client.post('/api/t', { body, question: true });
    const outcomes = Promise.allSettled([ask('a'), ask('a'), ask('b')]);
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
    await release();
    await release(); // the first never got an answer
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(new Set(sent.map(({ url }) => url.search)).size).toBe(2);
  });

  test('[7.8] a cancelled caller gets only the cancellation', async () => {
    const { client, notices } = setup(hang);
    const control = new AbortController();
    const call = client.get('/api/t', { signal: control.signal });
    control.abort();
    await expect(call).rejects.toBeInstanceOf(CancelledError);
    await expect(client.get('/api/t', { signal: control.signal })).rejects.toBeInstanceOf(CancelledError);
    expect(notices).toEqual([]);
  });
});

describe('timeout and retry', () => {
  test('[9.1] the defaults are 10 s, no retry, 1 s between tries', () => {
    expect(callDefaults).toEqual({ timeout: 10_000, retry: 0, retryDelay: 1_000 });
  });

  test('[9.1] a server that does not answer for 10 s is an error that says so', async () => {
    vi.useFakeTimers();
    const { client, notices } = setup(hang);
    const call = client.get('/api/t').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(notices).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ reason: 'timeout', status: 0 });
    expect(notices).toEqual(['error: timeout']);
  });

  test('[9.1] the limit applies to the whole call: settings that never arrive are an error that says so', async () => {
    vi.useFakeTimers();
    const { client, notices, sent } = setup(() => ok(1), { config: () => new Promise(() => undefined) });
    const call = client.get('/api/a').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(callDefaults.timeout);
    expect(await call).toMatchObject({ reason: 'timeout', status: 0 });
    expect([notices, sent]).toEqual([['error: timeout'], []]);
  });

  test('[9.1] a retry waits a second and signs again', async () => {
    vi.useFakeTimers();
    let calls = 0;
    const { client, sent } = setup(() => {
      calls += 1;
      if (calls === 1) {
        throw new TypeError('fetch failed');
      }
      return calls === 2 ? new Response('', { status: 503 }) : ok('third');
    });
    const call = client.get('/api/t', { retry: 2 });
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await call).toBe('third');
    expect(new Set(sent.map(({ headers }) => headers.get('X-Timestamp'))).size).toBe(3);
  });

  test('[9.1] a refusal is not retried', async () => {
    const { client, sent } = setup(() => refuse(400, ['[a.b] no']));
    await expect(client.get('/api/t', { retry: 5 })).rejects.toThrow('no');
    expect(sent).toHaveLength(1);
  });
});

describe('answers', () => {
  test('[7.9] data is returned when succeeded', async () => {
    const { client } = setup(() => ok({ id: 1 }));
    expect(await client.get('/api/a')).toEqual({ id: 1 });
    expect(await client.post('/api/a')).toEqual({ id: 1 });
    expect(await client.delete('/api/a')).toEqual({ id: 1 });
  });

  test('[7.9] PUT, PATCH and 204 are returned as they are', async () => {
    const { client } = setup(({ method }) => (method === 'DELETE' ? new Response(null, { status: 204 }) : ok(7)));
    const whole = { statusCode: 200, succeeded: true, data: 7, errors: null };
    expect(await client.put('/api/a')).toEqual(whole);
    expect(await client.patch('/api/a')).toEqual(whole);
    expect(await client.delete('/api/a')).toBeUndefined();
  });

  test('[3.3] an answer without an envelope, such as a token, is returned raw', async () => {
    const { client } = setup(() => Response.json({ access_token: 'T' }));
    expect(await client.post('/api/Identity/connect/token')).toEqual({ access_token: 'T' });
  });

  test.each([
    [
      '[8.1] a bracketed code is a warning',
      () => refuse(400, ['[account.bad_credentials] Wrong password.'], 200),
      ['warning: [account.bad_credentials] Wrong password.'],
    ],
    ['[8.1] a plain text is an error', () => refuse(500, ['It broke.'], 200), ['error: It broke.']],
    ['[8.1] every text shows', () => refuse(400, ['[a.b] One.', 'Two.']), ['warning: [a.b] One.', 'error: Two.']],
    ['[8.1] a single text shows', () => refuse(400, 'Alone.'), ['error: Alone.']],
    [
      '[8.1] texts by field show',
      () => refuse(400, { phone: ['Bad phone.'], name: 'Bad name.' }),
      ['error: Bad phone.', 'error: Bad name.'],
    ],
    ['[8.3] an HTTP error shows its message', () => refuse(409, ['[x.y] Moved on.']), ['warning: [x.y] Moved on.']],
    ['[8.3] a proxy’s page shows the code', () => new Response('<html>', { status: 502 }), ['error: code 502']],
    ['[8.4] an empty body', () => new Response('', { status: 200 }), ['error: badAnswer']],
    ['[8.4] a body that is no JSON', () => new Response('<html>', { status: 200 }), ['error: badAnswer']],
    ['[8.5] a missing error list', () => refuse(500, null, 200), ['error: code 500']],
    ['[8.5] an empty error list', () => refuse(418, []), ['error: code 418']],
  ])('%s', async (_title, respond, expected) => {
    const { client, notices, unauthorized } = setup(respond);
    await expect(client.get('/api/a')).rejects.toBeInstanceOf(ApiError);
    expect(notices).toEqual(expected);
    expect(unauthorized).not.toHaveBeenCalled();
  });

  test('[8.3] a server that is down is explained in plain words', async () => {
    const { client, notices } = setup(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(client.get('/api/a')).rejects.toMatchObject({ reason: 'unreachable' });
    expect(notices).toEqual(['error: offline']);
  });

  test('[8.1] a quiet call shows nothing and passes the code and the wait on', async () => {
    const { client, notices } = setup(() => {
      const answer = refuse(429, ['[account.throttled] Wait.']);
      answer.headers.set('Retry-After', '30');
      return answer;
    });
    const call = client.post('/api/a', { quiet: true });
    await expect(call).rejects.toMatchObject({ code: 'account.throttled', status: 429, retryAfter: 30 });
    expect(notices).toEqual([]);
  });

  test.each([
    ['as HTTP status', () => new Response('', { status: 401 })],
    ['in the envelope', () => refuse(401, ['[access.signed_out] Gone.'], 200)],
  ])('[8.2] 401 %s raises the unauthorized event and no toast', async (_title, respond) => {
    const { client, notices, unauthorized } = setup(respond);
    await expect(client.put('/api/a')).rejects.toMatchObject({ reason: 'unauthorized', status: 401 });
    expect(unauthorized).toHaveBeenCalledOnce();
    expect(notices).toEqual([]);
  });

  test.each([
    ['another tab logged out', { token: null }],
    ['a login was answered meanwhile', { identity: 'stu-2' }],
  ])('[8.2] a 401 to an earlier session raises nothing: %s', async (_title, change) => {
    const { client, caller, unauthorized } = setup(() => {
      Object.assign(caller, change);
      return new Response('', { status: 401 });
    });
    await expect(client.get('/api/a')).rejects.toMatchObject({ reason: 'unauthorized' });
    expect(unauthorized).not.toHaveBeenCalled();
  });
});
