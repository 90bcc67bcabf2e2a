import { beforeEach, expect, test } from 'vitest';
import { identity } from '@/shared/store/session';
import { sampleTerms, sampleTimetable } from '@/testing/timetable';
import { keepTerms, keepTimetable, keptTerms, keptTimetable } from './kept';

const named = (id: string) => ({ ...sampleTimetable(), term: { ...sampleTimetable().term, id } });

beforeEach(() => identity.set('acc-1'));

test('[2.21] a term is kept with the time of the answer, and only under its own name', () => {
  keepTimetable(named('autumn'), 5);
  keepTerms(sampleTerms(), 6);
  expect(keptTimetable('autumn')).toMatchObject({ at: 5, data: { term: { id: 'autumn' } } });
  expect(keptTimetable('spring')).toBeUndefined();
  expect(keptTerms()?.at).toBe(6);
});

test('[2.21] another account, or none, finds nothing and begins anew', () => {
  keepTimetable(named('autumn'), 5);
  identity.set('acc-2');
  expect(keptTimetable('autumn')).toBeUndefined();
  keepTimetable(named('spring'), 7);
  identity.set('acc-1');
  expect(keptTimetable('autumn')).toBeUndefined();
  identity.set(null);
  keepTimetable(named('autumn'), 9);
  expect(keptTimetable('autumn')).toBeUndefined();
});

test('[2.21] the last three terms are kept', () => {
  ['a', 'b', 'c', 'd'].forEach((id, at) => keepTimetable(named(id), at));
  expect(['a', 'b', 'c', 'd'].map((id) => keptTimetable(id)?.at)).toEqual([undefined, 1, 2, 3]);
});

test.each([
  '',
  'no json',
  '{}',
  '{"account":"acc-1"}',
  '{"shape":1,"account":"acc-1","timetables":[{}]}',
  '{"shape":0,"account":"acc-1","timetables":[]}',
])('[2.21] what cannot be read counts as nothing: %s', (text) => {
  localStorage.setItem('timetable-kept', text);
  expect(keptTimetable('autumn')).toBeUndefined();
});
