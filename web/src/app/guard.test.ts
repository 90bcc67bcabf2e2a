import { describe, expect, test, vi } from 'vitest';
import { decide, firstAllowed, guard, type Facts, type Target } from './guard';
import type { KnownRoute } from './route-meta';

const route = (name: string, rest: Partial<KnownRoute> = {}): KnownRoute => ({
  name,
  path: `/${name.toLowerCase()}`,
  locale: ['menu.student'],
  requiresAuth: true,
  roles: ['*'],
  ...rest,
});

const login = route('login', { requiresAuth: false, hideInMenu: true });
const watch = route('Watch', { requiresAuth: false, hideInMenu: true });
const timetable = route('Timetable', { order: 1 });
const hidden = route('UserInfo', { hideInMenu: true, order: 0 });
const success = route('Success', { roles: ['admin'], order: 5 });
const anySession = route('Redirect', { hideInMenu: true });
delete anySession.roles;

const to = (target: KnownRoute | null, query = {}, parameters = {}): Target => ({
  route: target,
  query,
  parameters,
});

const facts = (over: Partial<Facts> = {}): Facts => ({
  hasToken: true,
  role: 'user',
  user: 'untried',
  hasSavedData: false,
  menuFromServer: false,
  menu: null,
  menuTried: false,
  routes: [hidden, success, timetable, watch, login],
  ...over,
});

const out = facts({ hasToken: false, role: '' });
const server = (...names: string[]): Facts => facts({ menuFromServer: true, menu: new Set(names) });

describe('the guard decides', () => {
  test.each<[string, Target, Facts, object]>([
    [
      '[4.3] no token: to login with name and query',
      to(timetable, { week: '3' }),
      out,
      { do: 'login', search: { redirect: 'Timetable', week: '3' } },
    ],
    [
      '[4.3] no token: path parameters are remembered too',
      to(timetable, {}, { id: '7' }),
      out,
      { do: 'login', search: { redirect: 'Timetable', id: '7' } },
    ],
    [
      '[4.3] no token: a query named redirect cannot change the way',
      to(timetable, { redirect: '//evil' }),
      out,
      { do: 'login', search: { redirect: 'Timetable' } },
    ],
    ['[4.3] no token, heading to login', to(login), out, { do: 'proceed' }],
    ['[2.5] no token, a page without authentication', to(watch), out, { do: 'proceed' }],
    [
      '[2.9] [4.3] no token, no such page: to login and nowhere in particular',
      to(null),
      out,
      { do: 'login', search: {} },
    ],
    ['[4.4] token, no role: load the user', to(timetable), facts({ role: '' }), { do: 'load-user' }],
    ['[4.4] token, no role, on a public page too', to(watch), facts({ role: '' }), { do: 'load-user' }],
    [
      '[4.4] loading was refused: log out and to login',
      to(timetable, { week: '3' }),
      facts({ role: '', user: 'refused' }),
      { do: 'log-out-and-login', search: { redirect: 'Timetable', week: '3' } },
    ],
    [
      '[4.4] no answer and no saved data: log out and to login',
      to(timetable),
      facts({ role: '', user: 'unreachable' }),
      { do: 'log-out-and-login', search: { redirect: 'Timetable' } },
    ],
    [
      '[4.4] saved data: shown at once, the user loaded beside it',
      to(timetable),
      facts({ role: '', hasSavedData: true }),
      { do: 'proceed-and-confirm' },
    ],
    [
      '[4.4] saved data: a page for some waits for the role',
      to(success),
      facts({ role: '', hasSavedData: true }),
      { do: 'load-user' },
    ],
    [
      '[4.6] saved data: the server’s menu is waited for all the same',
      to(timetable),
      facts({ role: '', hasSavedData: true, menuFromServer: true }),
      { do: 'load-user' },
    ],
    [
      '[4.3] something is kept, but no token',
      to(timetable),
      { ...out, hasSavedData: true },
      { do: 'login', search: { redirect: 'Timetable' } },
    ],
    [
      '[4.4] the server is down, saved data: pages for everyone still open',
      to(timetable),
      facts({ role: '', user: 'unreachable', hasSavedData: true }),
      { do: 'proceed' },
    ],
    [
      '[4.4] the server is down, saved data: pages for some do not open',
      to(success),
      facts({ role: '', user: 'unreachable', hasSavedData: true }),
      { do: 'go', route: timetable },
    ],
    [
      '[4.4] refused, whatever is saved: log out and to login',
      to(timetable),
      facts({ role: '', user: 'refused', hasSavedData: true }),
      { do: 'log-out-and-login', search: { redirect: 'Timetable' } },
    ],
    ['[4.5] everyone is allowed', to(timetable), facts(), { do: 'proceed' }],
    ['[4.5] the role is in the list', to(success), facts({ role: 'admin' }), { do: 'proceed' }],
    ['[4.5] the role is not: the first page it may enter', to(success), facts(), { do: 'go', route: timetable }],
    ['[4.5] the role may enter nothing', to(success), facts({ routes: [success] }), { do: 'not-found' }],
    ['[4.5] no role list', to(anySession), facts(), { do: 'proceed' }],
    ['[2.9] no such page', to(null), facts(), { do: 'proceed' }],
    ['[4.6] menu from server, not fetched', to(timetable), facts({ menuFromServer: true }), { do: 'load-menu' }],
    [
      '[4.6] menu from server, empty although asked for',
      to(timetable),
      facts({ menuFromServer: true, menuTried: true, menu: new Set() }),
      { do: 'not-found' },
    ],
    [
      '[3.6] [4.6] menu from server, which could not be fetched',
      to(timetable),
      facts({ menuFromServer: true, menuTried: true }),
      { do: 'proceed' },
    ],
    ['[4.6] menu from server, target in it', to(timetable), server('Timetable'), { do: 'proceed' }],
    ['[4.6] menu from server, target not in it', to(timetable), server('Other'), { do: 'not-found' }],
    ['[4.6] menu from server, heading to login', to(login), server(), { do: 'proceed' }],
    ['[4.5] comes before [4.6]', to(success), facts({ menuFromServer: true }), { do: 'go', route: timetable }],
  ])('%s', (_title, target, known, expected) => {
    expect(decide(target, known)).toEqual(expected);
  });

  test('[4.5] the first page follows the menu’s order and skips hidden and public pages', () => {
    expect(firstAllowed([watch, hidden, success, timetable], 'admin')).toBe(timetable);
    expect(firstAllowed([watch, hidden], 'user')).toBeUndefined();
  });
});

describe('the guard acts', () => {
  function world(start: Partial<Facts>, outcome: 'loaded' | 'refused' | 'unreachable' = 'loaded') {
    const known = facts(start);
    return {
      facts: () => known,
      loadUser: vi.fn(async () => {
        if (outcome === 'loaded') {
          known.role = 'user';
        }
        return outcome;
      }),
      confirmUser: vi.fn(() => new Promise<void>(() => undefined)),
      loadMenu: vi.fn(async () => {
        known.menu = new Set(['Timetable']);
      }),
      logOut: vi.fn(() => {
        known.hasToken = false;
      }),
    };
  }

  test('[4.4] loads the user once and continues', async () => {
    const effects = world({ role: '' });
    expect(await guard(to(timetable), effects)).toEqual({ do: 'proceed' });
    expect(effects.loadUser).toHaveBeenCalledOnce();
  });

  test('[4.4] logs out if the server refuses, and redirects to login', async () => {
    const effects = world({ role: '' }, 'refused');
    expect(await guard(to(timetable), effects)).toEqual({ do: 'login', search: { redirect: 'Timetable' } });
    expect(effects.logOut).toHaveBeenCalledOnce();
  });

  test('[4.4] a broken token on the way to login ends at login without a loop', async () => {
    const effects = world({ role: '' }, 'refused');
    expect(await guard(to(login), effects)).toEqual({ do: 'proceed' });
    expect(effects.logOut).toHaveBeenCalledOnce();
  });

  test('[4.4] an unanswered request ends the session without stored data', async () => {
    const effects = world({ role: '' }, 'unreachable');
    expect(await guard(to(timetable), effects)).toMatchObject({ do: 'login' });
    expect(effects.logOut).toHaveBeenCalledOnce();
  });

  test('[4.4] shows stored data without waiting for the answer', async () => {
    const effects = world({ role: '', hasSavedData: true });
    expect(await guard(to(timetable), effects)).toEqual({ do: 'proceed' });
    expect(effects.confirmUser).toHaveBeenCalledOnce();
    expect(effects.loadUser).not.toHaveBeenCalled();
  });

  test('[4.4] keeps the session with stored data when the server cannot be reached', async () => {
    const effects = world({ role: '', hasSavedData: true }, 'unreachable');
    expect(await guard(to(success), effects)).toEqual({ do: 'go', route: timetable });
    expect(effects.logOut).not.toHaveBeenCalled();
  });

  test('[4.4] a user without a role counts as refused', async () => {
    const effects = { ...world({ role: '' }), loadUser: async () => 'loaded' as const };
    expect(await guard(to(timetable), effects)).toMatchObject({ do: 'login' });
  });

  test('[4.6] fetches the menu once', async () => {
    const effects = world({ menuFromServer: true });
    expect(await guard(to(timetable), effects)).toEqual({ do: 'proceed' });
    expect(effects.loadMenu).toHaveBeenCalledOnce();
  });

  test('[4.6] a failed menu is fetched again by the next navigation', async () => {
    const effects = world({ menuFromServer: true });
    effects.loadMenu.mockResolvedValueOnce(undefined);
    expect(await guard(to(timetable), effects)).toEqual({ do: 'proceed' });
    expect(await guard(to(timetable), effects)).toEqual({ do: 'proceed' });
    expect(effects.loadMenu).toHaveBeenCalledTimes(2);
  });
});
