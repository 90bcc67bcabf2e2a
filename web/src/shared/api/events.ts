import { generation } from '@/shared/store/session';
import { viewing } from '@/shared/store/storage';

/** Session events, which any part of the app in any tab may listen to. */
type AppEvent = 'login' | 'logout' | 'unauthorized';

/** `remote`: it happened in another tab. */
type AppListener = (happened: { remote: boolean }) => void;

export interface Events {
  emit: (event: AppEvent) => void;
  on: (event: AppEvent, listener: AppListener) => () => void;
}

/** What one tab tells the others: an event, and the generation of the session it is about. */
interface Message {
  event: AppEvent;
  generation: number;
}

/** The part of BroadcastChannel that the events use. */
export interface Channel {
  postMessage: (message: Message) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
}

/**
 * Makes events that reach this tab's listeners and, through the channel, other tabs. A background tab may deliver one
 * late: an event about a session before the current one is ignored, or it would end the new session.
 */
export function createEvents(channel: Channel | null, current: () => number = generation.get): Events {
  const listeners: Record<AppEvent, Set<AppListener>> = {
    login: new Set(),
    logout: new Set(),
    unauthorized: new Set(),
  };
  const isEvent = (name: unknown): name is AppEvent => typeof name === 'string' && Object.hasOwn(listeners, name);
  const tell = (event: AppEvent, remote: boolean): void => listeners[event].forEach((listener) => listener({ remote }));

  channel?.addEventListener('message', ({ data }) => {
    // A tab with an older version of the app sends only the event's name.
    const { event, generation: about = 0 } =
      typeof data === 'string' ? { event: data } : { ...(data as Message | null) };
    if (isEvent(event) && about >= current()) {
      tell(event, true);
    }
  });
  return {
    emit(event) {
      tell(event, false);
      channel?.postMessage({ event, generation: current() });
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

/**
 * Registers how a module forgets what it remembers of a person. Called when the session ends, and before anyone else
 * uses this tab. What local storage has is forgotten by `forgetSession`, because the module may not be loaded.
 */
export function onSessionEnd(forget: () => void): void {
  events.on('logout', forget);
  events.on('login', ({ remote }) => {
    if (!remote) {
      forget(); // in other tabs the user is the same, or the page reloads
    }
  });
}
