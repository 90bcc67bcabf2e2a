import type { Say } from './answer';
import { openAnswer, readAnswer } from './answer';
import type { Clock } from './clock';
import type { AppConfig } from './config';
import { ApiError, plain } from './errors';
import { createLatest, overNetwork, pause, Timeout, Unreachable, withTimeout } from './in-flight';
import { createKeptAnswers } from './kept-answers';
import type { Call, Caller } from './request';
import { bodyOf, bustCache, headersOf, urlOf } from './request';
import type { AnswerOf, Arguments, Method, PathOf } from './types';

/** What the client needs from around it. */
export interface Surroundings {
  /** Where the server is; empty for the page's own origin. */
  base: string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  config: () => Promise<Pick<AppConfig, 'signSecret'>>;
  caller: () => Caller;
  unauthorized: () => void;
  notify: (level: 'warning' | 'error', text: string) => void;
  say: Say;
}

/** The one way to the server. A call resolves with the envelope's data; PUT and PATCH with the whole body. */
export type Client = {
  [M in Method]: <P extends PathOf<M>>(path: P, ...options: Arguments<M, P>) => Promise<AnswerOf<M, P>>;
} & {
  /** Forgets kept answers; they belong to the session that fetched them. */
  forget: () => void;
  /** Runs a request that is sent otherwise, such as a file, and says of a failure what any call would say. */
  other: <T>(task: () => Promise<T>, how?: Pick<Call, 'quiet'>) => Promise<T>;
};

/** The specification's limits, in milliseconds and tries. */
export const callDefaults = { timeout: 10_000, retry: 0, retryDelay: 1_000 } as const;

type Send = (method: Method, url: string, call: Call, signal: AbortSignal) => Promise<unknown>;

/** Sends one request and opens its answer; conditional where an earlier answer is kept. */
function createSend(around: Surroundings, kept = createKeptAnswers()): { send: Send; forget: () => void } {
  const send: Send = async (method, url, call, signal) => {
    const { body, type } = bodyOf(call);
    const key = `${around.caller().language} ${url}`;
    const known = method === 'get' ? kept.get(key) : undefined;

    const dispatch = async (): Promise<Response> => {
      const { signSecret } = await overNetwork(around.config());
      const timestamp = await around.clock.next();
      const address = method === 'get' ? bustCache(url, around.clock.now()) : url;
      const request = around.fetch(address, {
        method: method.toUpperCase(),
        headers: headersOf(around.caller(), timestamp, signSecret, { type, etag: known?.etag }),
        signal,
        cache: 'no-store',
        credentials: 'same-origin',
        ...(body !== undefined && { body }),
        ...(call.keepalive === true && { keepalive: true }),
      });
      return overNetwork(request);
    };

    let response = await dispatch();
    if (around.clock.learn(response.headers.get('Date')) && response.status === 400) {
      response = await dispatch(); // it may have failed of the wrong time alone
    }
    if (response.status === 304 && known !== undefined) {
      return openAnswer(method, { status: 200, body: known.body, retryAfter: null }, around.say);
    }
    const answer = await overNetwork(readAnswer(response));
    const opened = openAnswer(method, answer, around.say);
    if (method === 'get') {
      kept.put(key, response.headers.get('ETag'), answer.body);
    }
    return opened;
  };
  return { send, forget: kept.clear };
}

/** What a failed attempt is to the caller. */
function toApiError(error: unknown, say: Say): unknown {
  if (error instanceof Timeout) {
    return new ApiError('timeout', 0, [plain(say('timeout'))]);
  }
  return error instanceof Unreachable ? new ApiError('unreachable', 0, [plain(say('offline'))]) : error;
}

function mayHelpToRetry(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status));
}

/** Runs a call and says what becomes of it when it fails. */
type Aloud = <T>(call: Pick<Call, 'quiet' | 'mayBeUnauthorized'>, task: () => Promise<T>) => Promise<T>;

function createAloud(around: Surroundings): Aloud {
  return async (call, task) => {
    const { token } = around.caller();
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error; // cancelled: nobody needs to hear of it
      }
      if (error.reason === 'unauthorized') {
        // An answer to a session that has ended meanwhile says nothing about the present one.
        if (call.mayBeUnauthorized !== true && token === around.caller().token) {
          around.unauthorized();
        }
      } else if (call.quiet !== true) {
        error.complaints.forEach(({ whole, code }) =>
          around.notify(code === null ? 'error' : 'warning', whole),
        );
      }
      throw error;
    }
  };
}

/** Makes a client. It holds no session: it asks who calls each time. */
export function createClient(around: Surroundings): Client {
  const { send, forget } = createSend(around);
  const latest = createLatest();

  const attempt = async (method: Method, url: string, call: Call, signal: AbortSignal): Promise<unknown> => {
    for (let left = call.retry ?? callDefaults.retry; ; left -= 1) {
      try {
        const limit = call.timeout ?? callDefaults.timeout;
        return await withTimeout(limit, signal, (timed) => send(method, url, call, timed));
      } catch (cause) {
        const error = toApiError(cause, around.say);
        if (left <= 0 || !mayHelpToRetry(error)) {
          throw error;
        }
        await pause(callDefaults.retryDelay, signal);
      }
    }
  };

  const aloud = createAloud(around);

  const on =
    (method: Method) =>
    async (path: string, call: Call = {}): Promise<never> => {
      const url = urlOf(around.base, path, call);
      const task = (signal: AbortSignal): Promise<unknown> => attempt(method, url, call, signal);
      return (await aloud(call, () => latest(`${method} ${url}`, call.signal, task))) as never;
    };

  return {
    get: on('get'),
    post: on('post'),
    put: on('put'),
    patch: on('patch'),
    delete: on('delete'),
    forget,
    other: (task, how = {}) =>
      aloud(how, () =>
        overNetwork(task()).catch((cause: unknown) => {
          throw toApiError(cause, around.say);
        }),
      ),
  };
}
