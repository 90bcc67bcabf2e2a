import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clock } from '@/shared/api/api';
import { token } from '@/shared/store/session';
import { user } from '@/shared/access/user';
import { forgetPortal, lin, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import { sampleTimetable } from '@/testing/timetable';

const setClock = (instant: number): void => void clock.adjust(new Date(instant).toUTCString());

beforeEach(() => setClock(Date.parse('2026-11-12T09:35:00+08:00')));
afterEach(() => {
  forgetPortal();
  setClock(Date.now());
});

/** Stores the data that an earlier visit left on this device. */
function leaveKept(account: string): void {
  const timetables = [{ at: clock.now() - 3_600_000, data: sampleTimetable() }];
  localStorage.setItem('timetable-kept', JSON.stringify({ shape: 1, account, terms: null, timetables }));
}

const address = '/student/timetable?term=autumn&view=week';
const proxy = (): Response => new Response('<h1>Bad gateway</h1>', { status: 502 });
const down = { 'GET /api/user/info': proxy, 'GET /api/timetable': proxy, 'GET /api/terms': proxy };

test('[4.4] a proxy’s 502 leaves the session and the stored timetable alone', async () => {
  leaveKept('acc-1');
  await openPortal(address, down);
  expect(await screen.findByRole('grid')).toBeTruthy();
  expect(await screen.findByText(/1 hour ago/u)).toBeTruthy();
  expect(token.get()).toBe('T');
  expect(localStorage.getItem('timetable-kept')).not.toBeNull();
});

test.each([
  ['nothing', null],
  ['only another person’s timetable', 'acc-2'],
])('[4.4] with %s stored, a 502 logs out and goes to login', async (_what, account) => {
  if (account !== null) {
    leaveKept(account);
  }
  const { router } = await openPortal(address, down);
  expect(router.state.location.pathname).toBe('/login');
  expect(token.get()).toBeNull();
});

test('[4.15] [8.2] a session ended elsewhere is reported over the stored page', async () => {
  leaveKept('acc-1');
  await openPortal(address, { 'GET /api/user/info': () => refusal(401) });
  expect(await screen.findByRole('alertdialog', { name: 'Confirm logout' })).toBeTruthy();
});

test('[4.4] an answer that arrives after the page shows staff their view', async () => {
  leaveKept('acc-1');
  await openPortal(address, { 'GET /api/user/info': () => ({ ...lin, role: 'admin' }) });
  await waitFor(() => expect(user.get().role).toBe('admin'));
  expect(await screen.findByRole('button', { name: 'Result' })).toBeTruthy();
});
