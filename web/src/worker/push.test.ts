import { beforeEach, expect, test, vi } from 'vitest';
import { showPushes } from './push';

const origin = 'https://college.example';
const listeners = new Map<string, (event: never) => void>();
const show = vi.fn(async (_title: string, _options: NotificationOptions) => undefined);
const openWindow = vi.fn(async (_url: string) => undefined);
let windows: { url: string; focus: () => Promise<void>; navigate: (url: string) => Promise<void> }[] = [];

beforeEach(() => {
  windows = [];
  show.mockClear();
  openWindow.mockClear();
  showPushes({
    location: { origin },
    registration: { showNotification: show },
    clients: { matchAll: async () => windows, openWindow },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  });
});

async function tell(type: 'push' | 'notificationclick', event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) } as never);
  await work;
}

const press = (link: unknown): Promise<void> =>
  tell('notificationclick', { notification: { data: { link }, close: () => undefined } });

test('a pushed notification is shown with its link, and replaces the earlier one of its message', async () => {
  const said = { title: 'Moved', body: 'Finance: Fri 13:30', link: '/student/timetable?week=6', tag: 'day:1' };
  await tell('push', { data: { json: () => said } });
  expect(show).toHaveBeenCalledExactlyOnceWith('Moved', {
    body: 'Finance: Fri 13:30',
    icon: '/icons/192.png',
    data: { link: said.link },
    tag: 'day:1',
  });
});

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('{') as unknown }],
  ['no title', { json: () => ({ body: 'x' }) }],
])('%s shows nothing', async (_name, data) => {
  await tell('push', { data });
  expect(show).not.toHaveBeenCalled();
});

test.each([
  ['/student/timetable?week=6', `${origin}/student/timetable?week=6`],
  ['', `${origin}/message`],
  [undefined, `${origin}/message`],
  ['//evil.example/', `${origin}/message`],
  [String.raw`/\evil.example`, `${origin}/message`],
  ['https://evil.example/', `${origin}/message`],
])('a click on a notification with the link %j opens %s', async (link, url) => {
  await press(link);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(url);
});

test('an open page of the portal is used rather than a new window', async () => {
  const went: string[] = [];
  windows = [
    {
      url: `${origin}/message`,
      focus: async () => void went.push('focus'),
      navigate: async (url) => void went.push(url),
    },
  ];
  await press('/student/timetable');
  await press('/message');
  expect(went).toEqual(['focus', `${origin}/student/timetable`, 'focus']);
  expect(openWindow).not.toHaveBeenCalled();
});

test('a page that cannot be navigated leads to a new window', async () => {
  windows = [{ url: `${origin}/`, focus: async () => undefined, navigate: () => Promise.reject(new TypeError('no')) }];
  await press('/student/timetable');
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/student/timetable`);
});
