import { beforeEach, expect, test } from 'vitest';
import { identity } from '@/shared/store/session';
import { sampleTerms, sampleTimetable } from '@/testing/timetable';
import { storeTerms, storeTimetable, storedTerms, storedTimetable } from './stored-timetable';

const named = (id: string) => ({ ...sampleTimetable(), term: { ...sampleTimetable().term, id } });

beforeEach(() => identity.set('acc-1'));

test('[2.21] a term is stored with the time of the answer, and only under its own id', () => {
  storeTimetable(named('autumn'), 5);
  storeTerms(sampleTerms(), 6);
  expect(storedTimetable('autumn')).toMatchObject({ at: 5, data: { term: { id: 'autumn' } } });
  expect(storedTimetable('spring')).toBeUndefined();
  expect(storedTerms()?.at).toBe(6);
});

test('[2.21] another account, or none, finds nothing and starts afresh', () => {
  storeTimetable(named('autumn'), 5);
  identity.set('acc-2');
  expect(storedTimetable('autumn')).toBeUndefined();
  storeTimetable(named('spring'), 7);
  identity.set('acc-1');
  expect(storedTimetable('autumn')).toBeUndefined();
  identity.set(null);
  storeTimetable(named('autumn'), 9);
  expect(storedTimetable('autumn')).toBeUndefined();
});

test('[2.21] the last three terms are stored', () => {
  ['a', 'b', 'c', 'd'].forEach((id, at) => storeTimetable(named(id), at));
  expect(['a', 'b', 'c', 'd'].map((id) => storedTimetable(id)?.at)).toEqual([undefined, 1, 2, 3]);
});

test.each([
  '',
  'no json',
  '{}',
  '{"account":"acc-1"}',
  '{"shape":1,"account":"acc-1","timetables":[{}]}',
  '{"shape":0,"account":"acc-1","timetables":[]}',
])('[2.21] unreadable data is ignored: %s', (text) => {
  localStorage.setItem('timetable-kept', text);
  expect(storedTimetable('autumn')).toBeUndefined();
});
