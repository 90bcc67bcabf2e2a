import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clock } from '@/shared/api/api';
import { identity } from '@/shared/store/session';
import { fakeServer } from '@/testing/server';
import { sampleTerms, sampleTimetable } from '@/testing/timetable';
import { storeTerms, storeTimetable } from './stored-timetable';
import { timetableQueries } from './queries';

const [hour, year] = [3_600_000, 365 * 24 * 3_600_000];
const setClock = (instant: number): void => void clock.adjust(new Date(instant).toUTCString());

beforeEach(() => identity.set('acc-1'));
afterEach(() => setClock(Date.now()));

/** The number of requests for a timetable that was stored some time ago. */
async function asked(keptAt: number): Promise<number> {
  storeTimetable(sampleTimetable(), keptAt);
  const received = fakeServer({ 'GET /api/timetable': () => sampleTimetable() });
  const client = new QueryClient();
  await client.fetchQuery({ ...timetableQueries.term('autumn'), staleTime: 30_000 });
  return received.length;
}

test.each([
  ['right', 0],
  ['eight years behind', 8 * year],
  ['eight years ahead', -8 * year],
])('[2.21] a stored timetable is refreshed once it is old, on a device whose clock is %s', async (_how, off) => {
  setClock(Date.now() + off);
  expect(await asked(clock.now() - hour)).toBe(1);
  expect(await asked(clock.now() - 5_000)).toBe(0);
});

test('[2.21] data with a future time is not fresh', async () => {
  expect(await asked(clock.now() + year)).toBe(1);
});

/** The term that this device shows without an answer if none is named. */
const shownAtOnce = (): string | undefined => {
  const { initialData } = timetableQueries.term();
  return typeof initialData === 'function' ? initialData()?.term.id : undefined;
};

test('[2.21] a timetable stored before the list of terms is the current one', () => {
  expect(shownAtOnce()).toBeUndefined();
  storeTimetable(sampleTimetable(), clock.now());
  expect(shownAtOnce()).toBe('autumn');
});

test('[2.21] once the list of terms is stored, a stored timetable of another term is not the current one', () => {
  const { term } = sampleTimetable();
  storeTimetable({ ...sampleTimetable(), term: { ...term, id: 'long-ago', firstMonday: '2001-09-03' } }, 5);
  storeTerms(sampleTerms(), 6);
  expect(shownAtOnce()).toBeUndefined();
});
