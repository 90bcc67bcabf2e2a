import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { refusal } from '@/testing/server';
import type { WatchingRecord } from './queries';

const course = { id: 'c1', code: 'FIN201', name: '公司金融', nameEn: 'Corporate Finance' };
const record: WatchingRecord = {
  lessons: [
    {
      lesson: 'l1',
      title: '收益率',
      titleEn: 'Returns',
      course,
      duration: 60,
      position: 20,
      percent: 33,
      done: false,
      seconds: 20,
      intervals: [[0, 20]],
      at: '2026-11-12T00:32:00Z',
    },
  ],
  days: [{ date: '2026-11-12', seconds: 120 }],
  notes: 2,
  reminders: [{ course, at: '2026-11-11T00:32:00Z' }],
};

afterEach(forgetPortal);

test('a student sees the viewing record, how it is counted and who sees it', async () => {
  await openPortal('/student/watching', { 'GET /api/watching/record': () => record });
  expect(await screen.findByRole('link', { name: 'Corporate Finance · Returns' })).toBeTruthy();
  expect(screen.getByText('Parts watched: 0:00–0:20')).toBeTruthy();
  expect(screen.getByText(/^0:20 of 1:00 watched · 33% · Continue from 0:20/u)).toBeTruthy();
  expect(screen.getByText(/^You have 2 notes\./u)).toBeTruthy();
  expect(screen.getByText(/^You were reminded to watch Corporate Finance/u)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'How your progress is counted' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Who can see this' })).toBeTruthy();
});

test('staff, who have no record, see only the explanations', async () => {
  await openPortal('/student/watching', {
    'GET /api/watching/record': () => refusal(403, '[access.forbidden] Not yours.'),
  });
  expect(await screen.findByText("You haven't opened a lesson yet")).toBeTruthy();
  expect(screen.queryByText('Not yours.')).toBeNull();
});
