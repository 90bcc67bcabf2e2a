import { renderHook, act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerWorker, newVersion, reloadApp } from './new-version';
import { lastContact, noteContact, useOnline } from './online';

test('the server’s last answer is recorded to the minute and outlives the page', () => {
  noteContact(1_000_000_123);
  expect(lastContact.get()).toBe(999_960_000);
  expect(localStorage.getItem('last-contact')).toBe('999960000');
  localStorage.setItem('last-contact', 'nonsense');
  expect(lastContact.get()).toBeNull();
});

test('a lost connection is noticed, and so is its return', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result } = renderHook(useOnline);
  expect(result.current).toBe(true);
  onLine.mockReturnValue(false);
  act(() => void globalThis.dispatchEvent(new Event('offline')));
  expect(result.current).toBe(false);
});

/** A fake service worker registration. */
class Registration extends EventTarget {
  installing: (EventTarget & { state: string }) | null = null;
  waiting: { postMessage: (message: string) => void } | null = null;
  active: object | null = null;
  update = vi.fn(async () => undefined);
  unregister = vi.fn(async () => true);
}

let registration: Registration;
let container: EventTarget;
let reload: ReturnType<typeof vi.fn>;

beforeEach(() => {
  registration = new Registration();
  container = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined) as never;
  newVersion.set(false);
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a version that arrives while a page is open is announced once it is complete', async () => {
  registration.active = {};
  await registerWorker();
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  registration.installing = installing;
  registration.dispatchEvent(new Event('updatefound'));
  expect(newVersion.get()).toBe(false);
  installing.state = 'installed';
  registration.waiting = { postMessage: () => undefined };
  installing.dispatchEvent(new Event('statechange'));
  await vi.waitFor(() => expect(newVersion.get()).toBe(true));
});

test('the very first version is not announced', async () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  registration.installing = installing;
  const registered = registerWorker();
  installing.state = 'installed';
  registration.waiting = { postMessage: () => undefined };
  installing.dispatchEvent(new Event('statechange'));
  await registered;
  expect(newVersion.get()).toBe(false);
});

test('reloading hands over to the waiting version first', async () => {
  const told: string[] = [];
  registration.waiting = { postMessage: (message) => told.push(message) };
  await reloadApp();
  expect(told).toEqual(['take-over']);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('without a newer version the worker is unregistered, so that a reload comes from the server', async () => {
  await reloadApp();
  expect(registration.unregister).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
});

test('a browser without service workers reloads all the same', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await registerWorker();
  await reloadApp();
  expect(reload).toHaveBeenCalledOnce();
});
