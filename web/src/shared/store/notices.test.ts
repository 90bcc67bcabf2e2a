import { expect, test } from 'vitest';
import { dismiss, notices, notify, renotify } from './notices';

test('[8.1] the same text shows once until it is dismissed', () => {
  const first = notify('error', 'no');
  expect(notify('error', 'no')).toBe(first);
  expect(notify('warning', 'no')).not.toBe(first);
  expect(notices.get().map(({ level }) => level)).toEqual(['error', 'warning']);
  dismiss(first);
  expect(notify('error', 'no')).not.toBe(first);
});

test('[8.6] a loading notice becomes its outcome in place', () => {
  const id = notify('loading', 'Loading menu');
  renotify(id, 'success', 'Loaded');
  expect(notices.get().find((notice) => notice.id === id)).toEqual({ id, level: 'success', text: 'Loaded' });
});
