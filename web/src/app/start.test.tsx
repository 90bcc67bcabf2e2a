import { act, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '@/shared/i18n/i18n';
import { identity, token } from '@/shared/store/session';
import { user } from '@/shared/access/user';
import { fakeServer } from '@/testing/server';

// The tests are the steps of one visit, in order.
// A second tab: the app under test hears what it posts.
const otherTab = new BroadcastChannel('lectern');

const inOtherTab = (event: string): Promise<void> =>
  act(async () => {
    otherTab.postMessage(event);
  });

beforeEach(() => {
  fakeServer({ 'GET /api/user/info': () => ({ name: 'Lin Xi', role: 'user' }) });
});

beforeAll(async () => {
  fakeServer({ 'GET /api/user/info': () => ({ name: 'Lin Xi', role: 'user' }) });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  token.set('T');
  identity.set('stu-1');
  globalThis.history.replaceState(null, '', '/?from=link');
  const root = document.createElement('div');
  document.body.append(root);
  const { start } = await import('./start');
  await act(() => start(root));
});

afterAll(() => otherTab.close());

test('[2.1] a logged-in user lands on the timetable', async () => {
  expect(await screen.findByRole('heading', { name: 'My courses' })).toBeTruthy();
  expect(globalThis.location.pathname).toBe('/student/timetable');
  expect(user.get().role).toBe('user');
});

test('[1.3] a language chosen in another tab is taken over', async () => {
  await act(async () => {
    localStorage.setItem('arco-locale', 'zh-CN');
    globalThis.dispatchEvent(Object.assign(new Event('storage'), { key: 'arco-locale' }));
  });
  expect(await screen.findByRole('heading', { name: '我的课程' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
  await act(() => i18n.setLocale('en-US'));
});

test('[4.2] the same person logging in again in another tab leaves typed text here alone', async () => {
  const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
  await inOtherTab('login');
  expect(reload).not.toHaveBeenCalled();
  identity.set('stu-2');
  await act(async () => void globalThis.dispatchEvent(new Event('storage')));
  expect(reload).toHaveBeenCalledOnce();
  identity.set('stu-1');
});

test('[4.2] [4.8] a logout in another tab ends the session here and shows the login page', async () => {
  token.set('T');
  await inOtherTab('logout');
  expect(await screen.findByRole('heading', { name: /Login to Hengshan/u })).toBeTruthy();
  expect(globalThis.location.pathname + globalThis.location.search).toBe('/login?redirect=Timetable');
  expect([token.get(), user.get().role]).toEqual([null, '']);
});

test('[4.2] [4.3] after a login in another tab, the login page continues to its target', async () => {
  const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
  token.set('T');
  identity.set('stu-2');
  await inOtherTab('login');
  expect(await screen.findByRole('heading', { name: 'My courses' })).toBeTruthy();
  expect(globalThis.location.pathname).toBe('/student/timetable');
  expect(reload).not.toHaveBeenCalled();
});

test('[4.2] another person’s login in another tab reloads this one', async () => {
  const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
  identity.set('stu-3');
  await inOtherTab('login');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
