import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '@/testing/server';

test('without a session the first screen stays until the login page takes its place', async () => {
  fakeServer({});
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  globalThis.history.replaceState(null, '', '/student/timetable');
  const root = document.createElement('div');
  root.innerHTML = '<p>first screen</p>';
  document.body.append(root);
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(root.textContent));
  observer.observe(root, { childList: true, subtree: true });
  const { start } = await import('./start');
  await act(() => start(root));
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  observer.disconnect();
  expect(globalThis.location.pathname).toBe('/login');
  expect(screen.queryByText('first screen')).toBeNull();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => text === '')).toEqual([]);
});
