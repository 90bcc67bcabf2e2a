import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { keyBytes } from './push';

const endpoint = 'https://push.example/device-1';
const publicKey = 'BAEC_-8';

/** The browser's push subscription. */
let current: object | null;
let permission: NotificationPermission;
let subscribe: () => Promise<object>;

beforeEach(() => {
  current = null;
  permission = 'default';
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  subscribe = async () => (current = made);
  const pushManager = { getSubscription: async () => current, subscribe: () => subscribe() };
  Object.defineProperty(navigator, 'serviceWorker', {
    value: Object.assign(new EventTarget(), { getRegistration: async () => ({ pushManager }) }),
    configurable: true,
  });
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = permission === 'default' ? 'granted' : permission),
  });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  forgetPortal();
});

/** A fake server that remembers the device's choice. */
function server() {
  let devices: object[] = [];
  return {
    'GET /api/push': () => ({ publicKey, devices }),
    'PUT /api/push': ({ body }: { body: string }) => {
      devices = [{ ...(JSON.parse(body) as object), updated: '' }];
      return { publicKey, devices };
    },
    'DELETE /api/push': () => {
      devices = [];
      return null;
    },
  };
}

const toggle = (name: string): Promise<HTMLElement> => screen.findByRole('switch', { name });
const isOn = async (name: string): Promise<boolean> => (await toggle(name)).getAttribute('aria-checked') === 'true';

test('each kind is chosen separately, and none is on by default', async () => {
  const { received } = await openPortal('/message', server());
  expect(await isOn('Timetable changes')).toBe(false);
  await userEvent.click(await toggle('Timetable changes'));
  await waitFor(async () => expect(await isOn('Timetable changes')).toBe(true));
  await userEvent.click(await toggle('New recordings'));
  await waitFor(async () => expect(await isOn('New recordings')).toBe(true));
  expect(await isOn('Notices')).toBe(false);
  const sent = received.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as unknown);
  expect(sent).toEqual([
    { endpoint, keys: { p256dh: 'P', auth: 'A' }, kinds: ['changes'] },
    { endpoint, keys: { p256dh: 'P', auth: 'A' }, kinds: ['changes', 'recordings'] },
  ]);
});

test('turning off the last kind removes the subscription, here and on the server', async () => {
  const { received } = await openPortal('/message', server());
  await userEvent.click(await toggle('Notices'));
  await waitFor(async () => expect(await isOn('Notices')).toBe(true));
  await userEvent.click(await toggle('Notices'));
  await waitFor(async () => expect(await isOn('Notices')).toBe(false));
  expect(received.some(({ method }) => method === 'DELETE')).toBe(true);
  expect(current).toBeNull();
});

test('a user who refuses in the browser gets nothing, and learns how to change that', async () => {
  const { received } = await openPortal('/message', server());
  await toggle('Notices');
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = 'denied'),
  });
  await userEvent.click(await toggle('Notices'));
  expect(await screen.findByText(/^Your browser blocks/u)).toBeTruthy();
  expect(received.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a browser without support says so', async () => {
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(globalThis, 'PushManager');
  await openPortal('/message', server());
  expect(await screen.findByText(/can't show notifications/u)).toBeTruthy();
});

test.each([
  ['the browser’s service does not answer', undefined, "Couldn't turn on notifications"],
  ['the college refuses', '[push.endpoint] This push service is not known.', 'This push service is not known.'],
])('%s: shows an error and turns nothing on', async (_name, refused, said) => {
  if (refused === undefined) {
    subscribe = () => Promise.reject(new DOMException('Registration failed', 'AbortError'));
  }
  await openPortal('/message', {
    ...server(),
    ...(refused !== undefined && { 'PUT /api/push': () => refusal(400, refused) }),
  });
  await userEvent.click(await toggle('Notices'));
  expect((await screen.findByText(new RegExp(said, 'u'))).closest('[role="alert"]')).toBeTruthy();
  expect(await isOn('Notices')).toBe(false);
});

test('the college’s key is decoded to bytes', () => {
  expect([...keyBytes(publicKey)]).toEqual([4, 1, 2, 255, 239]);
});
