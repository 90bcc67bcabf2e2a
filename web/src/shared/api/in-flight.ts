import { CancelledError } from './errors';

/** Thrown into a call that took too long; the client converts it to an ApiError. */
export class Timeout extends Error {}

/** Thrown when a request got no answer; the client converts it to an ApiError. */
export class Unreachable extends Error {}

/** Converts network failures to Unreachable: fetch throws a TypeError for all of them. */
export async function overNetwork<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    throw cause instanceof TypeError ? new Unreachable(cause.message, { cause }) : cause;
  }
}

/** Runs tasks, at most one per key at a time. */
type InFlight = <T>(
  key: string,
  how: {
    /** Waits for the earlier ones; otherwise it cancels them. */
    waits: boolean;
    signal: AbortSignal | undefined;
  },
  task: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Runs a task that a control or an outer signal cancels; it then rejects with CancelledError. */
async function cancellable<T>(
  control: AbortController,
  outer: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const cancel = (): void => control.abort(new CancelledError());
  outer?.addEventListener('abort', cancel, { once: true });
  if (outer?.aborted === true) {
    cancel();
  }
  try {
    control.signal.throwIfAborted();
    const result = await task(control.signal);
    control.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw control.signal.aborted ? control.signal.reason : error;
  } finally {
    outer?.removeEventListener('abort', cancel);
  }
}

/** Waits for tasks that never reject, unless the signal aborts. */
function waitFor(tasks: readonly Promise<void>[], signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    void Promise.all(tasks).then(resolve);
  });
}

export function createInFlight(): InFlight {
  const lines = new Map<string, Map<AbortController, Promise<void>>>();
  return (key, { waits, signal }, task) => {
    const line = lines.get(key) ?? new Map<AbortController, Promise<void>>();
    lines.set(key, line);
    const ahead = waits ? [...line.values()] : [];
    if (!waits) {
      line.forEach((_, earlier) => earlier.abort(new CancelledError()));
    }
    const control = new AbortController();
    const result = cancellable(control, signal, async (cancelled) => {
      if (ahead.length > 0) {
        await waitFor(ahead, cancelled);
      }
      return task(cancelled);
    });
    const leave = (): void => {
      line.delete(control);
      if (line.size === 0) {
        lines.delete(key);
      }
    };
    line.set(control, result.then(leave, leave));
    return result;
  };
}

/**
 * Runs a task with a signal that also aborts after some milliseconds; rejects then even if the task ignores the signal.
 */
export async function withTimeout<T>(
  milliseconds: number,
  outer: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const follow = (): void => control.abort(outer.reason);
  const ended = new Promise<never>((_, reject) => {
    control.signal.addEventListener('abort', () => reject(control.signal.reason as Error), { once: true });
  });
  const timer = setTimeout(() => control.abort(new Timeout()), milliseconds);
  outer.addEventListener('abort', follow, { once: true });
  try {
    return await Promise.race([task(control.signal), ended]);
  } catch (error) {
    throw control.signal.aborted ? control.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', follow);
  }
}

/** Runs a task that nothing cancels; one that takes too long counts as unreachable. */
export async function limited<T>(milliseconds: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withTimeout(milliseconds, new AbortController().signal, task);
  } catch (cause) {
    const late = cause instanceof Timeout || cause instanceof DOMException; // ours, or the request's own timeout
    throw late ? new TypeError(`no answer in ${milliseconds} ms`, { cause }) : cause;
  }
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
