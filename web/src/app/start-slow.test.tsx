import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { encodeIdentity } from '@/shared/store/identity';
import { fakeServer } from '@/testing/server';
import { sampleTerms, sampleTimetable } from '@/testing/timetable';

/** A server that never sends its settings, so anything that waits for them hangs. */
function hangingSettings(): void {
  fakeServer({});
  const answers = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input === '/app-config.json' ? new Promise(() => undefined) : answers(input, init),
  );
}

/** Starts the app at an address, as a new visit does. */
async function visit(path: string): Promise<void> {
  vi.resetModules();
  document.body.innerHTML = '<div id="root"></div>';
  globalThis.history.replaceState(null, '', path);
  const { readyMessages } = await import('@/testing/messages');
  await readyMessages();
  const { start } = await import('./start');
  await act(() => start(document.querySelector('#root') ?? document.body));
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  hangingSettings();
});

test('[2.2] the login form is there without the college’s name', async () => {
  await visit('/login');
  expect(await screen.findByRole('heading', { name: 'Login to the college student side' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
});

test('[2.2] the stored name is shown immediately', async () => {
  localStorage.setItem('college-name', '{"en-US":"Hengshan Business College","zh-CN":"衡山商学院"}');
  await visit('/login');
  expect(await screen.findByRole('heading', { name: 'Login to Hengshan Business College student side' })).toBeTruthy();
});

test('[2.21] [4.4] the stored timetable is shown before the server has answered', async () => {
  localStorage.setItem('token', 'T');
  localStorage.setItem('user-identity', encodeIdentity('acc-1'));
  const at = Date.now();
  localStorage.setItem(
    'timetable-kept',
    JSON.stringify({
      shape: 1,
      account: 'acc-1',
      terms: { at, data: sampleTerms() },
      timetables: [{ at, data: sampleTimetable() }],
    }),
  );
  await visit('/student/timetable?term=autumn&view=week&week=10');
  expect(await screen.findByRole('grid')).toBeTruthy();
});
