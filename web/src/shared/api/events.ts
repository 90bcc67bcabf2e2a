import { viewing } from '@/shared/store/storage';

/** What every part of the app, in every tab, may want to know about the session. */
type AppEvent = 'login' | 'logout' | 'unauthorized';

/** `remote` is true when it happened in another tab. */
type AppListener = (happened: { remote: boolean }) => void;

/** The three application-wide events. */
export interface Events {
  emit: (event: AppEvent) => void;
  on: (event: AppEvent, listener: AppListener) => () => void;
}

/** The part of BroadcastChannel that the events need. */
export interface Channel {
  postMessage: (message: string) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
}

/** Makes events that reach this tab's listeners and, through the channel, those of other tabs. */
export function createEvents(channel: Channel | null): Events {
  const listeners: Record<AppEvent, Set<AppListener>> = {
    login: new Set(),
    logout: new Set(),
    unauthorized: new Set(),
  };
  const tell = (event: AppEvent, remote: boolean): void => listeners[event].forEach((listener) => listener({ remote }));

  channel?.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && Object.hasOwn(listeners, data)) {
      tell(data as AppEvent, true);
    }
  });
  return {
    emit(event) {
      tell(event, false);
      channel?.postMessage(event);
    },
    on(event, listener) {
      listeners[event].add(listener);
      return () => void listeners[event].delete(listener);
    },
  };
}

/**
 * The app's events. A browser without BroadcastChannel has them in the one tab, and so has a view: its session
 * is its own.
 */
export const events = createEvents(
  typeof BroadcastChannel === 'undefined' || viewing !== null ? null : new BroadcastChannel('lectern'),
);
