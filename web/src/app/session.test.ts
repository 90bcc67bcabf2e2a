import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storeTask } from '@/features/portal/account/stored-task';
import { noteSeen } from '@/features/portal/timetable/remembered';
import { storeUnsent } from '@/features/portal/player/unsent-watching';
import { changeFolder, folder } from '@/features/staff/recordings/folder-store';
import { lastList } from '@/features/staff/students/list-store';
import { events } from '@/shared/api/events';
import { lectureSearch } from '@/shared/course/search';
import { dismiss, notices, notify } from '@/shared/store/notices';
import { generation, identity, token } from '@/shared/store/session';
import { forgetUser, user } from '@/shared/access/user';
import { fakeServer, refusal } from '@/testing/server';
import { setUser } from '@/testing/user';
import { loadServerMenu, namesIn, serverMenu } from './server-menu';
import { confirmUser, loadUser, logOut, sessionEnded } from './session';
import { menuCounts } from './shell/menu-counts';
import { noteVisit, openTabs } from './shell/tabs';

beforeEach(() => {
  token.set('T');
  identity.set('stu-1');
  notices.get().forEach(({ id }) => dismiss(id));
});

describe('user', () => {
  test('[4.4] is loaded with its role', async () => {
    fakeServer({ 'GET /api/user/info': () => ({ name: 'Lin Xi', role: 'user', email: 'lin@example.edu' }) });
    expect(await loadUser()).toBe('loaded');
    expect(user.get()).toMatchObject({ name: 'Lin Xi', role: 'user', email: 'lin@example.edu' });
  });

  test.each([
    [() => refusal(401, '[access.signed_out] Gone.'), 'refused'],
    [() => refusal(403), 'refused'],
    [() => refusal(500), 'unreachable'],
    [() => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'unreachable'],
    [() => new Response('', { status: 504 }), 'unreachable'],
    [
      () => {
        throw new TypeError('Failed to fetch');
      },
      'unreachable',
    ],
  ])('[4.4] loading fails quietly %#', async (handler, expected) => {
    const unauthorized = vi.fn();
    const stop = events.on('unauthorized', unauthorized);
    fakeServer({ 'GET /api/user/info': handler });
    expect(await loadUser()).toBe(expected);
    stop();
    expect(unauthorized).not.toHaveBeenCalled();
    expect(notices.get()).toEqual([]);
  });
});

test('[4.4] a request aborted by a reload decides nothing', async () => {
  const cuts: (() => void)[] = [];
  fakeServer({
    'GET /api/user/info': () =>
      new Promise((_resolve, reject) => {
        cuts.push(() => reject(new TypeError('Failed to fetch')));
      }),
  });
  const settled = vi.fn();
  void loadUser().then(settled);
  await vi.waitFor(() => expect(cuts).toHaveLength(1));
  vi.useFakeTimers();
  globalThis.dispatchEvent(new Event('beforeunload'));
  cuts[0]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(settled).not.toHaveBeenCalled();
});

describe('user, asked beside the page', () => {
  const who = async (handler: () => unknown): Promise<string[]> => {
    const heard: string[] = [];
    const stops = (['unauthorized', 'logout'] as const).map((event) => events.on(event, () => heard.push(event)));
    fakeServer({ 'GET /api/user/info': handler });
    await confirmUser();
    stops.forEach((stop) => stop());
    return heard;
  };

  beforeEach(forgetUser);

  test.each<[string, () => unknown, string[], string | null]>([
    ['says who is here', () => ({ name: 'Lin Xi', role: 'user' }), [], 'T'],
    ['raises the event when the session has ended', () => refusal(401), ['unauthorized'], 'T'],
    ['ends the session when refused otherwise', () => refusal(403), ['logout'], null],
    ['ends the session of a user without a role', () => ({ name: 'Lin Xi', role: '' }), ['logout'], null],
    ['ends nothing when a proxy answers', () => new Response('', { status: 503 }), [], 'T'],
  ])('[4.4] %s', async (_title, handler, heard, left) => {
    expect(await who(handler)).toEqual(heard);
    expect(token.get()).toBe(left);
  });

  test('[4.4] concurrent callers share one answer', async () => {
    const received = fakeServer({ 'GET /api/user/info': () => ({ name: 'Lin Xi', role: 'user' }) });
    expect(await Promise.all([loadUser(), confirmUser()])).toEqual(['loaded', undefined]);
    expect(received).toHaveLength(1);
  });

  test('[4.4] an answer about the previous user is ignored', async () => {
    const received = fakeServer({
      'GET /api/user/info': ({ headers }) => {
        const first = headers.get('Authorization') === 'Bearer T';
        token.set('U');
        return { name: first ? 'Lin Xi' : 'Zhao Min', role: first ? 'admin' : 'user' };
      },
    });
    await confirmUser();
    expect(user.get()).toMatchObject({ name: 'Zhao Min', role: 'user' });
    expect(received).toHaveLength(2);
  });
});

describe('logout', () => {
  test.each([
    ['the server agrees', () => null],
    ['the server has forgotten us', () => refusal(401)],
    [
      'the server is down',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('[4.8] clears state, token and server menu when %s', async (_title, handler) => {
    const heard = vi.fn();
    const stop = events.on('logout', heard);
    const received = fakeServer({ 'POST /api/user/logout': handler });
    setUser({ name: 'Lin Xi', role: 'user' });
    serverMenu.set([{ name: 'Timetable' }]);
    // Ordinary use of a page: each of these records whose data it is.
    identity.set('acc-1');
    noteSeen('2026-autumn', 1);
    storeUnsent('l1', { intervals: [[0, 10]], position: 10, speed: 1 });
    storeTask('task.firstPassword');
    expect(JSON.stringify({ ...localStorage }).match(/acc-1/gu)).toHaveLength(3);
    await logOut();
    stop();
    expect(received[0]?.headers.get('Authorization')).toBe('Bearer T');
    expect([token.get(), identity.get(), user.get().role, user.get().name, serverMenu.get()]).toEqual([
      ...[null, null, '', '', null],
    ]);
    const kept = Object.keys({ ...localStorage }).filter((key) => key !== 'request-timestamp');
    expect(kept).toEqual([]);
    expect(heard).toHaveBeenCalledOnce();
    expect(notices.get()).toEqual([]);
  });
});

test('[4.8] nothing that was remembered of a person is left for the next one in the same tab', async () => {
  fakeServer({ 'POST /api/user/logout': () => null });
  localStorage.setItem('tus::lectern-Lin Xi.mp4-1::7', '{"uploadUrl":"/api/admin/uploads/u-1"}');
  localStorage.setItem('desk-put-off', '2026-11-12 jobs.dead');
  localStorage.setItem('task-put-away', '2026-11-12');
  lastList.set({ filter: { search: 'Lin' }, href: '/admin/students?q=Lin' });
  changeFolder({ phase: 'there' });
  lectureSearch.set('Lin');
  menuCounts.set({ '/admin/system': { count: 1, urgent: true } });
  noteVisit({ title: 'menu.student.info', name: 'Info', fullPath: '/student/userinfo', query: {}, ignoreCache: false });
  notify('success', 'Saved for Lin Xi', { label: 'Undo', run: () => undefined });
  await logOut();
  expect(Object.keys({ ...localStorage }).filter((key) => key !== 'request-timestamp')).toEqual([]);
  expect([lastList.get(), folder.get().phase, lectureSearch.get(), menuCounts.get(), openTabs.get().length]).toEqual([
    null,
    'none',
    null,
    {},
    1,
  ]);
  expect(notices.get()).toEqual([]);
});

test('[4.15] the first 401 clears what the device stores of the person, and keeps what is typed', async () => {
  setUser({ name: 'Lin Xi', role: 'user' });
  identity.set('acc-1');
  localStorage.setItem('user-name', 'Lin Xi');
  localStorage.setItem('timetable-kept', '{"account":"acc-1"}');
  localStorage.setItem('tus::lectern-Lin Xi.mp4-1::7', '{"uploadUrl":"/api/admin/uploads/u-1"}');
  noteSeen('2026-autumn', 1);
  storeUnsent('l1', { intervals: [[0, 10]], position: 10, speed: 1 });
  storeTask('task.firstPassword');
  sessionStorage.setItem('draft acc-1 profile', 'typed');
  fakeServer({ 'GET /api/user/info': () => refusal(401, '[account.session_ended] Ended.') });
  await confirmUser();
  const left = Object.keys({ ...localStorage }).filter((key) => key !== 'request-timestamp');
  expect(left.toSorted()).toEqual(['token', 'user-identity']); // for the same person's login in another tab
  expect([sessionEnded.get(), sessionStorage.getItem('draft acc-1 profile')]).toEqual([true, 'typed']);
  events.emit('login');
  expect(sessionEnded.get()).toBe(false);
});

test('[4.8] a login in another tab while the server is asked to log out stays', async () => {
  fakeServer({
    'POST /api/user/logout': () => {
      generation.set(generation.get() + 1);
      token.set('U');
      return null;
    },
  });
  await logOut();
  expect(token.get()).toBe('U');
});

describe('server menu', () => {
  test('[8.6] [4.12] announces loading and then success', async () => {
    const seen: string[] = [];
    const stop = notices.subscribe(() =>
      seen.push(
        notices
          .get()
          .map(({ level }) => level)
          .join(),
      ),
    );
    fakeServer({ 'POST /api/user/menu': () => [{ name: 'Student', children: [{ name: 'Timetable' }] }] });
    await loadServerMenu();
    stop();
    expect(seen).toEqual(['loading', 'success']);
    expect(namesIn(serverMenu.get() ?? [])).toEqual(new Set(['Student', 'Timetable']));
  });

  test('[4.12] concurrent callers share one request', async () => {
    const received = fakeServer({ 'POST /api/user/menu': () => [{ name: 'Timetable' }] });
    await Promise.all([loadServerMenu(), loadServerMenu()]);
    expect(received.map(({ path }) => path)).toEqual(['/api/user/menu']);
    expect(serverMenu.get()).toEqual([{ name: 'Timetable' }]);
  });

  test('[8.6] announces a failure once', async () => {
    fakeServer({ 'POST /api/user/menu': () => refusal(500, 'It broke.') });
    serverMenu.set(null);
    await loadServerMenu();
    expect(notices.get().map(({ level }) => level)).toEqual(['error']);
    expect(serverMenu.get()).toBeNull();
  });

  test('[3.6] a failure leaves the last menu', async () => {
    serverMenu.set([{ name: 'Timetable' }]);
    fakeServer({ 'POST /api/user/menu': () => refusal(500, 'It broke.') });
    await loadServerMenu();
    expect(serverMenu.get()).toEqual([{ name: 'Timetable' }]);
  });

  test('[3.6] items may have path, meta and children, or just a name', () => {
    const items = [
      {
        name: 'A',
        path: '/a',
        meta: { locale: 'menu.a', requiresAuth: true, icon: 'i', order: 1 },
        children: null,
      },
      { name: 'B' },
    ];
    expect(namesIn(items)).toEqual(new Set(['A', 'B']));
  });
});
