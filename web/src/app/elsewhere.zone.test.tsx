import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '@/shared/api/api';
import { lastContact } from '@/shared/offline/online';
import { forgetPortal, openPortal, threeMessages } from '@/testing/portal';

// A student abroad: it is 08:24 at the college and 16:24 the afternoon before here.
process.env['TZ'] = 'America/Los_Angeles';
const instant = '2026-11-12T00:24:00Z';

beforeEach(() => void clock.adjust(new Date('2026-11-12T12:00:00+08:00').toUTCString()));
afterEach(() => {
  forgetPortal();
  clock.adjust(new Date().toUTCString());
});

test('[2.16] messages show their time on the college’s 24-hour clock', async () => {
  const [first, second] = threeMessages;
  await openPortal('/message', {
    'POST /api/message/list': () => [
      { ...first, time: instant },
      { ...second, type: 'message', time: '2026-11-11 16:05:00' },
    ],
  });
  expect(await screen.findByText('08:24')).toBeTruthy();
  expect(screen.getByText('Nov 11, 16:05')).toBeTruthy();
});

test('[2.13] sessions do too', async () => {
  const session = {
    id: 's1',
    address: '10.0.0.1',
    agent: '',
    started: instant,
    ends: instant,
    current: true,
    viewer: '',
    reason: '',
  };
  await openPortal('/user/setting?tab=security', {
    'GET /api/user/sessions': () => [{ ...session, seen: '2026-11-11T13:10:00Z' }],
  });
  expect(await screen.findByText(/Nov 11, 21:10/u)).toBeTruthy();
});

test('[2.21] so does the notice about a lost connection', async () => {
  await openPortal('/message');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  lastContact.set(Date.parse(instant));
  globalThis.dispatchEvent(new Event('offline'));
  expect(await screen.findByText(/Showing what was saved at 08:24/u)).toBeTruthy();
});
