import { expect, test, vi } from 'vitest';
import { storageKeys } from './keys';
import { createStorage } from './storage';
import { createPersisted, textCodec } from './value';

function fakeStore(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

const otherTab = (key: string | null): Event => Object.assign(new Event('storage'), { key });

test('[9.2] the keys are the specification’s', () => {
  expect(storageKeys).toMatchObject({
    token: 'token',
    identity: 'user-identity',
    locale: 'arco-locale',
    theme: 'arco-theme',
  });
});

test('a full store falls back to memory and recovers', () => {
  const store = fakeStore();
  const target = new EventTarget();
  const storage = createStorage(() => store, target);
  storage.write('token', 'old');
  const full = vi.spyOn(store, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storage.write('token', 'new');
  expect(storage.read('token')).toBe('new');
  full.mockRestore();
  storage.write('token', 'newest');
  expect(store.getItem('token')).toBe('newest');
});

test('an unchanged value is neither written nor announced', () => {
  const store = fakeStore();
  const storage = createStorage(() => store, new EventTarget());
  const written = vi.spyOn(store, 'setItem');
  const heard = vi.fn();
  storage.write('token', 'same');
  storage.subscribe('token', heard);
  storage.write('token', 'same');
  expect([written.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0]);
  store.setItem('token', 'theirs'); // another tab
  storage.write('token', 'same');
  expect([store.getItem('token'), heard.mock.calls.length]).toEqual(['same', 1]);
});

test('a blocked store keeps values for the life of the page', () => {
  const storage = createStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  }, new EventTarget());
  expect(storage.read('token')).toBeNull();
  storage.write('token', 'abc');
  expect(storage.read('token')).toBe('abc');
  storage.write('token', null);
  expect(storage.read('token')).toBeNull();
});

test('a value follows this tab, other tabs and a cleared store', () => {
  const store = fakeStore();
  const target = new EventTarget();
  const value = createPersisted(
    'token',
    textCodec,
    createStorage(() => store, target),
  );
  const seen: (string | null)[] = [];
  const stop = value.subscribe(() => seen.push(value.get()));
  value.set('mine');
  store.setItem('token', 'theirs');
  target.dispatchEvent(otherTab('token'));
  target.dispatchEvent(otherTab('unrelated'));
  store.removeItem('token');
  target.dispatchEvent(otherTab(null));
  stop();
  value.set('unseen');
  expect(seen).toEqual(['mine', 'theirs', null]);
});

test('a value is parsed once per stored text', () => {
  const store = fakeStore();
  const parse = vi.fn((text: string | null) => ({ text }));
  const value = createPersisted(
    'k',
    { parse, format: ({ text }) => text },
    createStorage(() => store, new EventTarget()),
  );
  store.setItem('k', 'a');
  expect(value.get()).toBe(value.get());
  expect(parse).toHaveBeenCalledTimes(1);
});
