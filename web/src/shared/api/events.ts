import { viewing } from '@/shared/store/storage';

/** Session events, which any part of the app in any tab may listen to. */
type AppEvent = 'login' | 'logout' | 'unauthorized';

/** `remote`: it happened in another tab. */
type AppListener = (happened: { remote: boolean }) => void;

export interface Events {
  emit: (event: AppEvent) => void;
  on: (event: AppEvent, listener: AppListener) => () => void;
}

/** The part of BroadcastChannel that the events use. */
export interface Channel {
  postMessage: (message: string) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
}

/** Makes events that reach this tab's listeners and, through the channel, other tabs. */
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
 * The app's events. They stay in this tab if the browser has no BroadcastChannel, and in a student view, which has a
 * session of its own.
 */
export const events = createEvents(
  typeof BroadcastChannel === 'undefined' || viewing !== null ? null : new BroadcastChannel('lectern'),
);
