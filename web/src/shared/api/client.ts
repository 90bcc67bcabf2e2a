import { openAnswer, readAnswer, type ClientText } from './answer';
import type { Clock } from './clock';
import type { AppConfig } from './config';
import { ApiError, CancelledError, plain } from './errors';
import { createEtagCache } from './etag-cache';
import { createInFlight, overNetwork, pause, Timeout, Unreachable, withTimeout } from './in-flight';
import { bodyOf, bustCache, headersOf, urlOf, type Call, type Caller } from './request';
import type { AnswerOf, Arguments, Method, PathOf } from './types';

/** The client's dependencies. */
export interface ClientDeps {
  /** The server's base address; empty for the page's own origin. */
  base: string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  config: () => Promise<Pick<AppConfig, 'signSecret'>>;
  caller: () => Caller;
  unauthorized: () => void;
  notify: (level: 'warning' | 'error', text: string) => void;
  clientText: ClientText;
}

/**
 * The client for all calls to the server. A call resolves with the envelope's data; PUT and PATCH with the whole body.
 */
export type Client = {
  [M in Method]: <P extends PathOf<M>>(path: P, ...options: Arguments<M, P>) => Promise<AnswerOf<M, P>>;
} & {
  /** Empties the answer cache, which belongs to the session. */
  forget: () => void;
  /** Runs a request that isn't sent by the client, such as an upload, and reports its failure like any other. */
  other: <T>(task: () => Promise<T>, how?: Pick<Call, 'quiet'>) => Promise<T>;
};

/** The specification's limits: milliseconds and number of tries. */
export const callDefaults = { timeout: 10_000, retry: 0, retryDelay: 1_000 } as const;

type Send = (method: Method, url: string, call: Call, signal: AbortSignal) => Promise<unknown>;

/** Sends a request and unwraps its answer; revalidates if an earlier answer is cached. */
function createSend(deps: ClientDeps, cache = createEtagCache()): { send: Send; forget: () => void } {
  const send: Send = async (method, url, call, signal) => {
    const { body, type } = bodyOf(call);
    const key = `${deps.caller().language} ${url}`;
    const known = method === 'get' ? cache.get(key) : undefined;

    const dispatch = async (): Promise<Response> => {
      const { signSecret } = await overNetwork(deps.config());
      const timestamp = await deps.clock.next();
      const address = method === 'get' ? bustCache(url, deps.clock.now()) : url;
      const request = deps.fetch(address, {
        method: method.toUpperCase(),
        headers: headersOf(deps.caller(), timestamp, signSecret, { type, etag: known?.etag }),
        signal,
        cache: 'no-store',
        credentials: 'same-origin',
        ...(body !== undefined && { body }),
        ...(call.keepalive === true && { keepalive: true }),
      });
      return overNetwork(request);
    };

    let response = await dispatch();
    if (deps.clock.adjust(response.headers.get('Date')) && response.status === 400) {
      response = await dispatch(); // it may have failed only because of the wrong time
    }
    if (response.status === 304 && known !== undefined) {
      return openAnswer(method, { status: 200, body: known.body, retryAfter: null }, deps.clientText);
    }
    const answer = await overNetwork(readAnswer(response));
    const opened = openAnswer(method, answer, deps.clientText);
    if (method === 'get') {
      cache.put(key, response.headers.get('ETag'), answer.body);
    }
    return opened;
  };
  return { send, forget: cache.clear };
}

/** Converts the error of a failed attempt for the caller. */
function toApiError(error: unknown, clientText: ClientText): unknown {
  if (error instanceof Timeout) {
    return new ApiError('timeout', 0, [plain(clientText('timeout'))]);
  }
  return error instanceof Unreachable ? new ApiError('unreachable', 0, [plain(clientText('offline'))]) : error;
}

function mayHelpToRetry(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status));
}

/** Runs a call and reports its failure to the user, unless the call is quiet. */
type Reporting = <T>(call: Pick<Call, 'quiet' | 'mayBeUnauthorized'>, task: () => Promise<T>) => Promise<T>;

function createReporting(deps: ClientDeps): Reporting {
  return async (call, task) => {
    const { token, identity } = deps.caller();
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error; // cancelled calls aren't reported
      }
      if (error.reason === 'unauthorized') {
        // An answer to an earlier session says nothing about the current one. A token has no identity until the login
        // is answered.
        const now = deps.caller();
        if (call.mayBeUnauthorized !== true && token === now.token && identity === now.identity) {
          deps.unauthorized();
        }
      } else if (call.quiet !== true) {
        error.complaints.forEach(({ whole, code }) => deps.notify(code === null ? 'error' : 'warning', whole));
      }
      throw error;
    }
  };
}

/** Makes a client. It holds no session: `deps.caller` provides it for each call. */
export function createClient(deps: ClientDeps): Client {
  const { send, forget } = createSend(deps);
  const inFlight = createInFlight();

  const attempt = async (method: Method, url: string, call: Call, signal: AbortSignal): Promise<unknown> => {
    for (let left = call.retry ?? callDefaults.retry; ; left -= 1) {
      try {
        const limit = call.timeout ?? callDefaults.timeout;
        return await withTimeout(limit, signal, (timed) => send(method, url, call, timed));
      } catch (cause) {
        const error = toApiError(cause, deps.clientText);
        if (left <= 0 || !mayHelpToRetry(error)) {
          throw error;
        }
        await pause(callDefaults.retryDelay, signal);
      }
    }
  };

  const reporting = createReporting(deps);

  const on =
    (method: Method) =>
    async (path: string, call: Call = {}): Promise<never> => {
      const url = urlOf(deps.base, path, call);
      const { identity } = deps.caller();
      const asks = method === 'get' || call.question === true;
      const task = async (signal: AbortSignal): Promise<unknown> => {
        if (!asks && identity !== deps.caller().identity) {
          throw new CancelledError(); // what one person changed isn't sent in the name of the next
        }
        return attempt(method, url, call, signal);
      };
      // Changes of one address wait for each other, so that none is lost; the last report of a closing page can't wait.
      const waits = !asks && call.keepalive !== true;
      const key = asks ? `${method} ${url}` : url;
      return (await reporting(call, () => inFlight(key, { waits, signal: call.signal }, task))) as never;
    };

  return {
    get: on('get'),
    post: on('post'),
    put: on('put'),
    patch: on('patch'),
    delete: on('delete'),
    forget,
    other: (task, how = {}) =>
      reporting(how, () =>
        overNetwork(task()).catch((cause: unknown) => {
          throw toApiError(cause, deps.clientText);
        }),
      ),
  };
}
