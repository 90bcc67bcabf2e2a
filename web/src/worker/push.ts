import type { LongEvent } from './cache-app';

/** A message pushed by the server; see internal/feature/message/push. */
interface PushedMessage {
  title: string;
  body: string;
  /** A path of the portal; may be empty. */
  link: string;
  /** Identifies the message; a newer notification with it replaces the older one. */
  tag: string;
}

interface PushEvent extends LongEvent {
  data: { json: () => unknown } | null;
}

interface NotificationEvent extends LongEvent {
  notification: { data: unknown; close: () => void };
}

/** One open page of the portal. */
interface Client {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
}

/** The part of a service worker's global scope that notifications need. */
export interface PushScope {
  location: { origin: string };
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Client[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  addEventListener: ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationEvent) => void) => void);
}

const home = '/message';

/** The page that a notification opens; never another site, whatever was pushed. */
function target(link: unknown, origin: string): string {
  const path = typeof link === 'string' && link.startsWith('/') ? link : home;
  const url = URL.canParse(path, origin) ? new URL(path, origin) : new URL(home, origin);
  return url.origin === origin ? url.href : new URL(home, origin).href;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function read(data: PushEvent['data']): PushedMessage | null {
  try {
    const { title, body, link, tag } = (data?.json() ?? {}) as Partial<Record<keyof PushedMessage, unknown>>;
    return typeof title === 'string' && title !== ''
      ? { title, body: textOf(body), link: textOf(link), tag: textOf(tag) }
      : null;
  } catch {
    return null; // not ours
  }
}

/** Opens a page in an open window of the portal, else in a new one. */
async function open({ clients }: PushScope, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [first] = windows;
  const there = windows.find((client) => client.url === url);
  if (there !== undefined) {
    await there.focus();
    return;
  }
  try {
    await first?.focus();
    await first?.navigate(url);
  } catch {
    // A page controlled by another worker can't be navigated.
    await clients.openWindow(url);
    return;
  }
  if (first === undefined) {
    await clients.openWindow(url);
  }
}

/** Makes a service worker show pushed notifications, and open their pages. */
export function showPushes(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    const message = read(event.data);
    if (message !== null) {
      const { title, body, link, tag } = message;
      // A newer notification about the same message replaces the older one.
      const options = { body, icon: '/icons/192.png', data: { link }, ...(tag !== '' && { tag }) };
      event.waitUntil(scope.registration.showNotification(title, options));
    }
  });
  scope.addEventListener('notificationclick', (event) => {
    const { link } = (event.notification.data ?? {}) as { link?: unknown };
    event.notification.close();
    event.waitUntil(open(scope, target(link, scope.location.origin)));
  });
}
