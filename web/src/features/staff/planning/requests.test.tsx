import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calm, clashing, moved, samplePlan, slots } from '@/testing/planning';
import { forgetPortal, openPortal } from '@/testing/portal';
import type { Handler, Received } from '@/testing/server';
import type { TeacherRequest } from './types';

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
);
afterEach(forgetPortal);

const root = '/api/admin/planning';
const answerPath = '/api/admin/teaching/requests/r1/decline';

const request: TeacherRequest = {
  id: 'r1',
  teacher: { id: 't0', name: '陈巍', nameEn: 'Chen Wei' },
  group: 'FIN201',
  code: 'FIN201-1',
  term: 'autumn',
  course: '公司金融',
  courseEn: 'Corporate Finance',
  class: moved,
  place: { day: '2026-11-12', firstPeriod: 3, lastPeriod: 4, starts: '10:00', ends: '11:40', room: 'A-305' },
  action: 'move',
  day: '2026-11-13',
  firstPeriod: 7,
  lastPeriod: 8,
  reason: 'At a conference',
  state: 'open',
  answer: '',
  created: '2026-11-11T02:00:00Z',
};

/** Opens the page with requests that disappear once they are answered. */
function open(asked: TeacherRequest[], handlers: Readonly<Record<string, Handler>> = {}) {
  let requests = asked;
  return openPortal(
    '/admin/timetable?week=9&id=MKT301',
    {
      [`GET ${root}/view`]: () => samplePlan(),
      [`GET ${root}/options`]: () => [],
      [`POST ${root}/check`]: () => calm,
      [`POST ${root}/places`]: () => ({ places: slots, alternatives: clashing.alternatives }),
      [`GET ${root}/rooms-at`]: () => [],
      [`GET ${root}/drafts`]: () => [],
      [`GET ${root}/publications`]: () => [],
      [`POST ${root}/lines`]: () => {
        requests = requests.filter(({ id }) => id !== 'r1');
        return null;
      },
      'GET /api/admin/teaching/requests': () => requests,
      [`POST ${answerPath}`]: () => {
        requests = requests.filter(({ id }) => id !== 'r1');
        return null;
      },
      ...handlers,
    },
    { role: 'admin', scope: 'registrar' },
  );
}

const sent = (received: readonly Received[], path: string): unknown[] =>
  received.filter((one) => one.path === path && one.method === 'POST').map(({ body }) => JSON.parse(body) as unknown);

const region = async () => within(await screen.findByRole('region', { name: 'Requests from teachers' }));
const put = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add to draft' });

test('a request shows the change and the reason, opens in the composer, and is accepted with the draft', async () => {
  const { received, router } = await open([request]);
  const waiting = await region();
  expect(waiting.getByText('1 request')).toBeTruthy();
  expect(waiting.getByText('Move to Fri, Nov 13, periods 7–8')).toBeTruthy();
  expect(waiting.getByText('Reason: At a conference')).toBeTruthy();
  await userEvent.click(waiting.getByRole('button', { name: /^Open: FIN201-1/u }));
  expect(await screen.findByText(/^Chen Wei asks: Move to Fri, Nov 13/u)).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ id: 'FIN201', class: moved, request: 'r1' });
  await waitFor(async () => expect((await put()).disabled).toBe(false));
  await userEvent.click(await put());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Requests from teachers' })).toBeNull());
  expect(sent(received, answerPath)).toEqual([]);
  expect(sent(received, `${root}/lines`)).toEqual([
    {
      term: 'autumn',
      lines: [
        {
          change: {
            action: 'move',
            class: moved,
            group: 'FIN201',
            day: '2026-11-13',
            firstPeriod: 7,
            lastPeriod: 8,
          },
          request: 'r1',
        },
      ],
    },
  ]);
});

test('declining needs an answer for the teacher', async () => {
  const { received } = await open([request]);
  await userEvent.click((await region()).getByRole('button', { name: /^Decline: FIN201-1/u }));
  const form = within(await screen.findByRole('form', { name: 'Decline' }));
  await userEvent.click(form.getByRole('button', { name: 'Decline and notify teacher' }));
  expect(await form.findByText('Enter a reason. The teacher sees it.')).toBeTruthy();
  expect(sent(received, answerPath)).toEqual([]);
  await userEvent.type(form.getByRole('textbox', { name: /^Answer/u }), 'No room is free');
  await userEvent.click(form.getByRole('button', { name: 'Decline and notify teacher' }));
  expect(await screen.findByText(/^Declined\. The teacher/u)).toBeTruthy();
  expect(sent(received, answerPath)).toEqual([{ answer: 'No room is free' }]);
});

test('a request to cancel or for another room opens that tab of the composer', async () => {
  const blank = { day: '', firstPeriod: 0, lastPeriod: 0 };
  await open([{ ...request, ...blank, action: 'room' }]);
  await userEvent.click((await region()).getByRole('button', { name: /^Open: .*Another room$/u }));
  const tab = await screen.findByRole('tab', { name: /room/iu });
  expect(tab.getAttribute('aria-selected')).toBe('true');
});

test('a request about a class that is gone can only be declined', async () => {
  const { place: _place, ...gone } = request;
  await open([gone]);
  const waiting = await region();
  expect(waiting.getByText(/This class no longer exists/u)).toBeTruthy();
  expect(waiting.queryByRole('button', { name: /^Open/u })).toBeNull();
  expect(waiting.getByRole('button', { name: /^Decline/u })).toBeTruthy();
});
