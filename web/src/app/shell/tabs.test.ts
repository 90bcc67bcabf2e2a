import { beforeEach, describe, expect, test } from 'vitest';
import {
  afterClosing,
  defaultTab,
  forgetTabs,
  leftAt,
  noteVisit,
  openTabs,
  withTab,
  without,
  type Closing,
  type OpenTab,
} from './tabs';

const tab = (name: string, fullPath = `/${name}`): OpenTab => ({
  title: 'menu.message',
  name,
  fullPath,
  query: {},
  ignoreCache: true,
});
const names = (tabs: readonly OpenTab[]): string => tabs.map(({ name }) => name).join(' ');
const four = [defaultTab, tab('a'), tab('b'), tab('c')];

beforeEach(() => forgetTabs());

test('[2.17] the timetable is always open', () => {
  expect(names(openTabs.get())).toBe('Timetable');
});

test('[3.5] a visited page is listed once, with title, name, full path, query and whether it is cached', () => {
  noteVisit({ ...tab('UserSetting', '/user/setting?tab=security'), query: { tab: 'security' } });
  noteVisit({ ...tab('UserSetting', '/user/setting'), query: {} });
  expect(openTabs.get()).toEqual([
    defaultTab,
    { title: 'menu.message', name: 'UserSetting', fullPath: '/user/setting', query: {}, ignoreCache: true },
  ]);
});

test('reopening a page at the same address leaves the list unchanged', () => {
  expect(withTab(four, tab('b'))).toBe(four);
  expect(withTab(four, tab('b', '/b?week=3'))).not.toBe(four);
});

test('[2.17] redirect pages are never added', () => {
  expect(withTab(four, tab('Redirect'))).toBe(four);
});

describe.each<[Closing, string, string]>([
  ['this', 'b', 'Timetable a c'],
  ['left', 'b', 'Timetable b c'],
  ['right', 'a', 'Timetable a'],
  ['others', 'b', 'Timetable b'],
  ['all', 'b', 'Timetable'],
  ['this', 'Timetable', 'Timetable a b c'],
])('[2.17] close %s from %s', (closing, from, left) => {
  test(`leaves ${left}`, () => {
    expect(names(without(four, from, closing))).toBe(left);
  });
});

test.each([
  ['b', 'this', 'c'],
  ['c', 'this', 'b'],
  ['c', 'all', 'Timetable'],
  ['Timetable', 'all', undefined],
] as const)('[2.17] on %s, close %s goes to %s', (current, closing, next) => {
  expect(afterClosing(four, without(four, current, closing), current)?.name).toBe(next);
});

test('[2.4] returning to a cached page restores it, any other starts afresh', () => {
  const tabs = [{ ...defaultTab, fullPath: '/student/timetable?week=3' }, tab('UserInfo', '/user/info?x=1')];
  expect(leftAt(tabs, '/student/timetable')).toBe('/student/timetable?week=3');
  expect(leftAt(tabs, '/user/info')).toBe('/user/info');
});
