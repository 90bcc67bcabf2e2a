import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession } from '@/app/session';
import { events } from '@/shared/api/events';
import { newVersion } from '@/shared/offline/new-version';
import { token } from '@/shared/store/session';
import { settings, updateSettings } from '@/shared/store/settings';
import { user } from '@/shared/access/user';
import { expectAccessible } from '@/testing/axe';
import { forgetPortal, lin, openPortal } from '@/testing/portal';
import { sampleStudent } from '@/testing/student';
import { refusal } from '@/testing/server';

const wide = (matches: boolean): void => {
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
};

beforeEach(() => wide(true));
afterEach(() => forgetPortal());

const menu = (): HTMLElement => screen.getByRole('navigation', { name: 'Menu' });
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

describe('menu', () => {
  test('[1.2] [2.3] [2.4] the student pages are one press away and the current one is marked', async () => {
    await openPortal('/student/timetable');
    const current = within(menu()).getByRole('link', { name: 'My courses' });
    expect(current.getAttribute('aria-current')).toBe('page');
    const watch = within(screen.getByRole('main')).getByRole('link', { name: 'Watch' });
    expect(watch.getAttribute('href')).toBe('/student/watch');
    await userEvent.click(within(menu()).getByRole('link', { name: 'Student info' }));
    expect(await screen.findByRole('heading', { name: 'Student info', level: 1 })).toBeTruthy();
    expect(document.title).toBe('Student info · Hengshan Business College');
  });

  test('[2.18] it is 220 px wide, and only collapsing it to icons persists', async () => {
    await openPortal('/student/timetable');
    expect(menu().closest('aside')?.style.inlineSize).toBe('220px');
    await userEvent.click(button('Collapse menu'));
    expect(menu().closest('aside')?.style.inlineSize).toBe('56px');
    expect(localStorage.getItem('menu-collapsed')).toBe('true');
    expect(within(menu()).getByRole('link', { name: 'My courses' }).title).toBe('My courses');
  });

  test('[2.15] collapsed, a group’s icon opens its pages, by keyboard too', async () => {
    const { router } = await openPortal('/result/error', {}, { role: 'admin' });
    await userEvent.click(button('Collapse menu'));
    expect(within(menu()).getByRole('button', { name: 'Result' }).getAttribute('aria-current')).toBe('true');
    const names = ['Result', 'Exception'];
    names.forEach((name) => expect(within(menu()).getByRole('button', { name }).title).toBe(name));
    within(menu()).getByRole('button', { name: 'Exception' }).focus();
    await userEvent.keyboard('{Enter}');
    expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual([
      '403',
      '404',
      '500',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/exception/404'));
  });

  test.each([
    ['top menu on and menu off', { topMenu: true, menu: false }, 'banner'],
    ['top menu on and no navbar to hold it', { topMenu: true, navbar: false }, 'complementary'],
  ] as const)('[2.15] %s: there is a menu', async (_title, layout, where) => {
    await openPortal('/student/timetable');
    act(() => updateSettings(layout));
    const place = within(await screen.findByRole(where));
    expect(await place.findByRole('navigation', { name: 'Menu' })).toBeTruthy();
  });

  test('[4.12] turning the top menu on un-collapses the menu and moves it to the navbar', async () => {
    await openPortal('/student/timetable');
    act(() => updateSettings({ menuCollapse: true }));
    act(() => updateSettings({ topMenu: true }));
    expect(settings.get().menuCollapse).toBe(false);
    expect(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Menu' })).toBeTruthy();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('[2.10] external links open in a new tab', async () => {
    await openPortal('/student/timetable');
    const link = within(menu()).getByRole('link', { name: 'Arco Design' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer noopener']);
  });

  test('[2.15] on a phone it is a drawer, and four pages are at the bottom', async () => {
    wide(false);
    await openPortal('/student/timetable');
    await userEvent.click(button('Open menu'));
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.click(within(drawer).getByRole('link', { name: 'Workplace' }));
    expect(await screen.findByRole('heading', { name: 'Welcome, Lin Xi' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const places = within(screen.getByRole('navigation', { name: 'Main pages' })).getAllByRole('link');
    expect(places.map((place) => place.getAttribute('href'))).toEqual([
      '/student/timetable',
      '/student/watch',
      '/message',
      '/user/info',
    ]);
  });
});

describe('navbar', () => {
  test('a page is found by its name', async () => {
    const { router } = await openPortal('/student/timetable', {
      'GET /api/search': () => ({ items: [], next: '' }),
    });
    await userEvent.keyboard('/');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search your recordings and pages' }), 'work');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Workplace']),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/workplace'));
  });

  test('[4.13] choosing a language stores it, confirms it and needs no reload', async () => {
    await openPortal('/student/timetable');
    await userEvent.click(button('Language'));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '简体中文' }));
    expect(await screen.findByText('语言已切换为简体中文')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: '我的课程', level: 1 })).toBeTruthy();
    expect(localStorage.getItem('arco-locale')).toBe('zh-CN');
  });

  test('[1.4] [4.13] the theme button stores the other theme', async () => {
    await openPortal('/student/timetable');
    await userEvent.click(button('Switch to dark theme'));
    expect(localStorage.getItem('arco-theme')).toBe('dark');
    await userEvent.click(button('Switch to light theme'));
    expect(localStorage.getItem('arco-theme')).toBe('light');
  });

  test('[4.9] only users with the server-side role admin can switch the view, which changes no right', async () => {
    await openPortal('/student/timetable', {}, { role: 'admin' });
    expect(within(menu()).queryByText('Result')).toBeTruthy();
    await userEvent.click(button("Lin Xi's account"));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Switch to student pages' }));
    await waitFor(() => expect(within(menu()).queryByText('Result')).toBeNull());
    expect(user.get().role).toBe('admin');
  });

  test('[4.9] a student has no such switch', async () => {
    await openPortal('/student/timetable');
    await userEvent.click(button("Lin Xi's account"));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'User info',
      'User settings',
      'Log out',
    ]);
  });

  test('[4.8] logging out ends the session on the server and here', async () => {
    const { received } = await openPortal('/student/timetable');
    await userEvent.click(button("Lin Xi's account"));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(token.get()).toBeNull());
    expect(received.some(({ path }) => path === '/api/user/logout')).toBe(true);
  });
});

describe('breadcrumb', () => {
  test('[2.14] the home icon, then one translated item per key', async () => {
    await openPortal('/user/setting');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/student/timetable');
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '',
      'User centre',
      'User settings',
    ]);
  });
});

describe('settings drawer', () => {
  test('[2.15] [3.7] [4.14] six switches, menu width, colour-weak, Close; open and closed is a setting', async () => {
    await openPortal('/student/timetable');
    await userEvent.click(button('Page settings'));
    expect(settings.get().globalSettings).toBe(true);
    const drawer = within(await screen.findByRole('dialog', { name: 'Page settings' }));
    expect(drawer.getAllByRole('switch').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Navbar',
      'Menu',
      'Top menu',
      'Footer',
      'Tab bar',
      'Menu from server',
      'Colour-weak mode',
    ]);
    expect(drawer.getByRole<HTMLInputElement>('spinbutton', { name: 'Menu width (px)' }).value).toBe('220');
    const [, foot] = drawer.getAllByRole('button', { name: 'Close' });
    await userEvent.click(foot ?? document.body);
    expect(settings.get().globalSettings).toBe(false);
  });

  test('[2.15] Copy settings puts the layout on the clipboard', async () => {
    const visitor = userEvent.setup();
    await openPortal('/student/timetable');
    await visitor.click(button('Page settings'));
    await visitor.click(await screen.findByRole('button', { name: 'Copy settings' }));
    expect(await screen.findByText('Settings copied')).toBeTruthy();
    const copied = JSON.parse(await navigator.clipboard.readText()) as object;
    expect(copied).toMatchObject({ navbar: true, topMenu: false, menuWidth: 220, themeColor: '#165DFF' });
  });

  test('[2.15] the floating button is there only while the navbar is hidden', async () => {
    await openPortal('/student/timetable');
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Page settings' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Page settings' })).toHaveLength(1);
    act(() => updateSettings({ navbar: false }));
    expect(screen.queryByRole('banner')).toBeNull();
    await userEvent.click(button('Page settings'));
    expect(settings.get().globalSettings).toBe(true);
  });

  test('[4.11] colour-weak inverts the body by 80 % and off clears it', async () => {
    await openPortal('/student/timetable');
    act(() => updateSettings({ colorWeak: true }));
    expect(document.body.style.filter).toBe('invert(80%)');
    act(() => updateSettings({ colorWeak: false }));
    expect(document.body.style.filter).toBe('');
  });

  test('[4.12] [8.6] menu from server is fetched with its notices, and limits the menu', async () => {
    await openPortal('/student/timetable', { 'POST /api/user/menu': () => [{ name: 'Timetable' }] });
    await userEvent.click(button('Page settings'));
    await userEvent.click(await screen.findByRole('switch', { name: 'Menu from server' }));
    expect(await screen.findByText('Menu loaded')).toBeTruthy();
    await waitFor(() => expect(within(menu()).queryByText('Student info')).toBeNull());
    expect(within(menu()).getByText('My courses')).toBeTruthy();
  });

  test('[3.6] [8.6] a menu that cannot be fetched shows a notice, and the pages stay', async () => {
    await openPortal('/student/timetable', { 'POST /api/user/menu': () => refusal(500, 'broken') });
    await userEvent.click(button('Page settings'));
    await userEvent.click(await screen.findByRole('switch', { name: 'Menu from server' }));
    expect(await screen.findByText("Couldn't load the menu")).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await within(menu()).findByRole('link', { name: 'Student info' }));
    expect(await screen.findByRole('heading', { name: 'Student info', level: 1 })).toBeTruthy();
  });
});

describe('tab bar', () => {
  const tabs = (): string[] =>
    within(screen.getByRole('navigation', { name: 'Open pages' }))
      .getAllByRole('link')
      .map((link) => link.textContent);

  test('[2.17] lists open pages, never the redirect; the timetable cannot be closed', async () => {
    const { router } = await openPortal('/redirect/user/info');
    act(() => updateSettings({ tabBar: true }));
    expect(await screen.findByRole('heading', { name: 'User centre' })).toBeTruthy();
    await waitFor(() => expect(tabs()).toEqual(['My courses', 'User info']));
    expect(screen.queryByRole('button', { name: 'Close My courses' })).toBeNull();
    await userEvent.click(button('Close User info'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/student/timetable'));
    await waitFor(() => expect(tabs()).toEqual(['My courses']));
  });

  test('[2.17] its actions: reload, close, left, right, others, all', async () => {
    await openPortal('/user/info');
    act(() => updateSettings({ tabBar: true }));
    await waitFor(() => expect(tabs()).toHaveLength(2));
    await userEvent.click(button('Tab actions'));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Reload',
      'Close',
      'Close tabs to the left',
      'Close tabs to the right',
      'Close others',
      'Close all',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Close all' }));
    await waitFor(() => expect(tabs()).toEqual(['My courses']));
  });

  test('[2.4] leaving the timetable and returning keeps its state; reloading resets it', async () => {
    const { router } = await openPortal('/user/setting');
    act(() => updateSettings({ tabBar: true }));
    const nickname = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nickname' });
    await userEvent.type(nickname, ' half typed');
    await userEvent.click(within(menu()).getByRole('link', { name: 'My courses' }));
    expect(await screen.findByRole('heading', { name: 'My courses', level: 1 })).toBeTruthy();
    await act(() => router.navigate({ to: '/user/setting' }));
    expect(await screen.findByRole('textbox', { name: 'Nickname' })).toBe(nickname);
    expect(nickname.value).toBe('Lin Xi half typed');
    await userEvent.click(button('Tab actions'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reload' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nickname' }).value).toBe('Lin Xi'),
    );
  });
});

describe('unauthorized', () => {
  test('[4.15] [8.7] one dialog however many requests fail; cancel stays', async () => {
    const { router } = await openPortal('/student/timetable');
    act(() => {
      events.emit('unauthorized');
      events.emit('unauthorized');
    });
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm logout' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Stay on this page' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([token.get(), router.state.location.pathname]).toEqual(['T', '/student/timetable']);
  });

  test('[4.15] nothing personal is behind the dialog, nor on the page that stays', async () => {
    await openPortal('/student/timetable');
    expect(screen.getByRole('navigation', { name: 'Menu' })).toBeTruthy();
    act(() => events.emit('unauthorized'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm logout' }));
    expect([screen.queryByRole('main'), screen.queryByRole('navigation')]).toEqual([null, null]);
    await userEvent.click(dialog.getByRole('button', { name: 'Stay on this page' }));
    expect(await screen.findByRole('heading', { name: 'You have been logged out', level: 1 })).toBeTruthy();
    expect([screen.queryByRole('grid'), screen.queryByRole('navigation')]).toEqual([null, null]);
    act(() => events.emit('login'));
    expect(await screen.findByRole('navigation', { name: 'Menu' })).toBeTruthy();
  });

  test('[4.15] someone who has typed on the page sees it again after choosing to stay', async () => {
    await openPortal('/user/setting');
    const nickname = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nickname' });
    await userEvent.type(nickname, ' half typed');
    act(() => events.emit('unauthorized'));
    expect(screen.queryByRole('textbox', { name: 'Nickname' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    expect(await screen.findByRole('textbox', { name: 'Nickname' })).toBe(nickname);
    expect(nickname.value).toContain('half typed');
  });

  test('[4.15] [8.7] logging in again logs out and reloads', async () => {
    const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
    await openPortal('/student/timetable');
    act(() => events.emit('unauthorized'));
    await userEvent.click(await screen.findByRole('button', { name: 'Log in again' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(token.get()).toBeNull();
  });

  test('[4.15] a request with an expired session raises it', async () => {
    let asked = 0;
    await openPortal('/user/setting?tab=security', {
      'GET /api/user/info': () => {
        asked += 1;
        return asked === 1 ? lin : refusal(401, '[account.session_ended] Ended.');
      },
      'GET /api/user/sessions': () => refusal(401, '[account.session_ended] Ended.'),
    });
    expect(await screen.findByRole('alertdialog', { name: 'Confirm logout' })).toBeTruthy();
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  });
});

test('navigation moves the focus to the new page, and the skip link leads to it', async () => {
  await openPortal('/student/timetable');
  await userEvent.click(within(menu()).getByRole('link', { name: 'Messages' }));
  await screen.findByRole('heading', { name: 'Message centre', level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
});

test('offline, every page says so with the age of its data; the timetable shows its own age instead', async () => {
  const { router } = await openPortal('/message');
  await screen.findByRole('heading', { name: 'Message centre' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void globalThis.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/^You're offline\. Showing what was saved at \d\d:\d\d\.$/u)).toBeTruthy();
  await act(() => router.navigate({ to: '/student/timetable' }));
  await screen.findByText(/This is your timetable as of/u);
  await waitFor(() => expect(screen.queryByText(/^You're offline/u)).toBeNull());
});

test('a page that failed to load has no age, and loads automatically once online', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  const say = (there: boolean): void => {
    onLine.mockReturnValue(there);
    act(() => void globalThis.dispatchEvent(new Event(there ? 'online' : 'offline')));
  };
  const { router } = await openPortal('/message', {
    'GET /api/Students/Students/GetStudentInfoOutput': () => {
      if (!navigator.onLine) {
        throw new TypeError('Failed to fetch');
      }
      return sampleStudent;
    },
  });
  say(false);
  expect(await screen.findByText(/^You're offline\. Showing what was saved at/u)).toBeTruthy();
  await act(() => router.navigate({ to: '/student/userinfo' }));
  expect(await screen.findByText(/^You're offline\.$/u)).toBeTruthy();
  say(true);
  expect(await screen.findByRole('region', { name: 'Identity' })).toBeTruthy();
});

test('a waiting version is offered, and reloading takes one press', async () => {
  const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => undefined);
  await openPortal('/message');
  act(() => newVersion.set(true));
  expect(await screen.findByText('A new version is available.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  newVersion.set(false);
});

describe('waiting items', () => {
  const waiting = [
    { kind: 'timetable.clashes', count: 2, since: '' },
    { kind: 'timetable.requests', count: 3, since: '' },
    { kind: 'recordings.unmatched', count: 150, since: '' },
    { kind: 'accounts.never', count: 1000, since: '' },
  ];
  const desk = { 'GET /api/admin/desk': () => ({ waiting, steps: [], backup: '' }) };

  test('is counted beside the staff pages that handle it, and nowhere else', async () => {
    await openPortal('/user/info', desk, { role: 'admin' });
    expect(await within(menu()).findByRole('link', { name: /^Timetable ?, 5 waiting$/u })).toBeTruthy();
    const recordings = within(menu()).getByRole('link', { name: /^Recordings ?, 150 waiting$/u });
    expect(recordings.textContent).toContain('99+');
    expect(within(menu()).getByRole('link', { name: 'Students' })).toBeTruthy();
    updateSettings({ menuCollapse: true });
    expect(await within(menu()).findByRole('link', { name: /^Timetable ?, 5 waiting$/u })).toBeTruthy();
    await expectAccessible(menu());
  });

  test('students neither see nor request it', async () => {
    const { received } = await openPortal('/user/info', desk);
    expect(screen.queryByRole('link', { name: /waiting/u })).toBeNull();
    expect(received.some(({ path }) => path === '/api/admin/desk')).toBe(false);
  });
});

describe('keys', () => {
  test('staff open the list of keys with one key, and pages with G and a letter', async () => {
    const { router } = await openPortal('/user/info', {}, { role: 'admin' });
    await userEvent.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await within(help).findByText('Search')).toBeTruthy();
    await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('gr');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/recordings'));
  });

  test('students have neither', async () => {
    const { router } = await openPortal('/user/info');
    expect(screen.queryByRole('button', { name: 'Keyboard shortcuts' })).toBeNull();
    await userEvent.keyboard('?gr');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/user/info');
  });
});

describe('half-filled forms', () => {
  beforeEach(() => sessionStorage.setItem('draft acc-1 student new', '{}'));
  afterEach(() => sessionStorage.clear());

  test('logging out deletes them', async () => {
    await openPortal('/user/info');
    await userEvent.click(button(/'s account$/u));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  test('an expired session does not, and no warning about lost drafts is shown', async () => {
    await openPortal('/user/info');
    act(() => events.emit('unauthorized'));
    const dialog = await screen.findByRole('alertdialog');
    act(() => void document.body.dispatchEvent(new Event('input', { bubbles: true })));
    expect(dialog.textContent).not.toContain('will be lost when you log in again');
    act(() => sessionStorage.clear());
    await userEvent.click(button('Stay on this page'));
    act(() => events.emit('unauthorized'));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('will be lost when you log in again');
    sessionStorage.setItem('draft acc-1 student new', '{}');
    act(() => endSession());
    expect(sessionStorage).toHaveLength(1);
  });
});
