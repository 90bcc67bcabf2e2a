import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeIdentity } from '@/shared/store/identity';
import { expectAccessible } from '@/testing/axe';
import { lin } from '@/testing/portal';
import { fakeServer, refusal, type Handler, type Received } from '@/testing/server';
import { emptyTimetable, sampleTerms } from '@/testing/timetable';

const ofStaff = {
  token: 'STAFF',
  'user-identity': encodeIdentity('acc-1'),
  'user-name': 'Dean',
  'arco-locale': 'en-US',
};
const soon = (): number => Date.now() + 900_000;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.entries(ofStaff).forEach(([key, value]) => localStorage.setItem(key, value));
  globalThis.history.replaceState(null, '', '/student/timetable');
});

afterEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

/** Starts the app in a tab that was opened as a student view. */
async function startView(
  until: number,
  handlers: Readonly<Record<string, Handler>> = {},
  ended: { over?: boolean } = {},
): Promise<Received[]> {
  const received = fakeServer({
    'GET /api/user/info': () => ({ ...lin, name: '林晓雨' }),
    'GET /api/timetable': () => emptyTimetable,
    'GET /api/terms': () => sampleTerms,
    'POST /api/user/logout': () => null,
    ...handlers,
  });
  sessionStorage.setItem('view-of', JSON.stringify({ name: '林晓雨', until, ...ended }));
  sessionStorage.setItem('token', 'VIEW');
  sessionStorage.setItem('user-identity', encodeIdentity('acc-9'));
  sessionStorage.setItem('arco-locale', 'en-US');
  vi.resetModules(); // tabs read their storage once, when they start
  const { readyMessages } = await import('@/testing/messages');
  await readyMessages();
  const { start } = await import('./start');
  const root = document.createElement('div');
  document.body.append(root);
  await act(() => start(root));
  return received;
}

/** Checks that the staff tab is unchanged and that nothing of the student is stored where that tab could read it. */
function expectStaffUntouched(): void {
  expect({ ...localStorage }).toEqual(ofStaff);
}

test('a view runs with its own session in its own storage, under a bar that says so', async () => {
  const received = await startView(soon());
  const bar = await screen.findByRole('region', { name: 'Student view' });
  expect(within(bar).getByText(/^You're viewing the portal as 林晓雨\. Read-only until .*\d\d:\d\d\.$/u)).toBeTruthy();
  await screen.findByRole('heading', { name: 'My courses' });
  await expectAccessible(bar);
  const calls = received.filter(({ path }) => path.startsWith('/api/'));
  expect(calls.length).toBeGreaterThan(0);
  for (const { headers } of calls) {
    expect([headers.get('Authorization'), headers.get('MiniProgramIdentity')]).toEqual(['Bearer VIEW', 'acc-9']);
  }
  expectStaffUntouched();

  await userEvent.click(within(bar).getByRole('button', { name: 'End student view' }));
  expect(await screen.findByRole('heading', { name: 'Student view has ended', level: 1 })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Student view' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'My courses' })).toBeNull();
  const out = received.find(({ path }) => path === '/api/user/logout');
  expect(out?.headers.get('Authorization')).toBe('Bearer VIEW');
  expect(Object.keys(sessionStorage)).toEqual(['view-of']);
  expectStaffUntouched();
});

test('when its time is over, the tab says so and stores nothing', async () => {
  await startView(Date.now() - 1000);
  expect(await screen.findByRole('heading', { name: 'Student view has ended' })).toBeTruthy();
  expect(Object.keys(sessionStorage)).toEqual(['view-of']);
  expectStaffUntouched();
});

test('a session ended elsewhere ends the view but not the staff session', async () => {
  await startView(soon(), {
    'GET /api/user/info': () => refusal(401, '[account.session_ended] It has ended.'),
  });
  expect(await screen.findByRole('heading', { name: 'Student view has ended' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expectStaffUntouched();
});

test('a tab whose view is over stays so after a reload, and asks nothing', async () => {
  const received = await startView(soon(), {}, { over: true });
  expect(await screen.findByRole('heading', { name: 'Student view has ended' })).toBeTruthy();
  expect(received.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
});
