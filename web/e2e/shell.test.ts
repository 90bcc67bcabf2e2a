import { expect, test } from 'vitest';
import { ShellPage } from './shell-page';
import { landAs, pressWithoutSession } from './session';
import { visit, type Visit } from './visit';

async function enter(how: Visit = {}, role: 'user' | 'admin' = 'user') {
  const { context, page } = await visit(how);
  await landAs(page, role);
  return { context, page, shell: new ShellPage(page) };
}

test('[2.4] leaving the timetable and returning keeps the week and scroll position, without a reload', async () => {
  const { page, shell } = await enter();
  await page.goto('/student/timetable?week=3');
  await shell.heading('My courses').waitFor();
  const marked = await shell.heading('My courses').elementHandle();
  await page.evaluate(() => {
    document.querySelector('main')?.style.setProperty('min-height', '3000px');
    window.scrollTo(0, 700);
  });
  await page.waitForFunction(() => window.scrollY === 700);
  let calls = 0;
  await shell.goTo('Student info');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  page.on('request', (request) => {
    calls += request.url().includes('/api/timetable') ? 1 : 0;
  });
  await shell.goTo('My courses');
  expect(page.url()).toContain('week=3');
  await page.waitForFunction(() => window.scrollY === 700);
  expect(await marked?.evaluate((heading) => heading.isConnected)).toBe(true);
  expect(calls).toBe(0);
});

test('a reloaded page keeps its scroll position', async () => {
  const { page, shell } = await enter({ options: { viewport: { width: 390, height: 400 } } });
  await page.goto('/student/timetable?week=3');
  await shell.heading('My courses').waitFor();
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => {
      window.addEventListener('scroll', resolve, { once: true });
    });
    window.scrollTo(0, 300);
    await scrolled;
  });
  await page.reload();
  await shell.heading('My courses').waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
});

test('[2.14] [2.18] breadcrumb, menu width and the collapsed flag, which alone persists', async () => {
  const { page, shell } = await enter();
  expect((await shell.side.boundingBox())?.width).toBe(220);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await shell.toggle('Footer');
  await expect.poll(() => page.locator('footer').count()).toBe(0);
  await page.reload();
  await shell.heading('My courses').waitFor();
  expect((await shell.side.boundingBox())?.width).toBe(56);
  await expect.poll(() => page.locator('footer').count()).toBe(1);
});

test('[2.15] the settings drawer is 300 px wide and floats its button while the navbar is hidden', async () => {
  const { page, shell } = await enter();
  await shell.inSettings(async (drawer) => {
    expect((await drawer.boundingBox())?.width).toBeCloseTo(300);
    await drawer.getByRole('switch', { name: 'Navbar' }).click();
  });
  await expect.poll(() => page.getByRole('banner').count()).toBe(0);
  await shell.toggle('Navbar');
  await expect.poll(() => page.getByRole('banner').count()).toBe(1);
});

test('[2.17] tabs open, close and never hold the redirect', async () => {
  const { page, shell } = await enter();
  await shell.toggle('Tab bar');
  await shell.goTo('Messages', 'Message centre');
  expect(await shell.tabNames()).toEqual(['My courses', 'Messages']);
  await shell.tabs.getByRole('link', { name: 'Messages' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click();
  await shell.heading('My courses').waitFor();
  expect(await shell.tabNames()).toEqual(['My courses']);
});

test('[4.11] colour-weak inverts the body by 80 %', async () => {
  const { page, shell } = await enter();
  await shell.toggle('Colour-weak mode');
  expect(await page.evaluate(() => getComputedStyle(document.body).filter)).toBe('invert(0.8)');
});

test('[1.3] [4.13] language and theme change immediately, are stored and confirmed', async () => {
  const { page } = await enter();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await page.getByText('语言已切换为简体中文').waitFor();
  const fading = await page.getByRole('button', { name: '切换到深色主题' }).evaluate((button) => {
    (button as HTMLElement).click();
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  });
  expect(fading).toBe(0); // everything turns dark in one frame
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.evaluate(() => [localStorage['arco-locale'], localStorage['arco-theme']])).toEqual([
    'zh-CN',
    'dark',
  ]);
});

test('[4.15] [8.7] an expired session asks once; logging in again opens the login page', async () => {
  const { page } = await visit();
  const shell = new ShellPage(page);
  await landAs(page, 'user');
  await pressWithoutSession(shell.menu.getByRole('link', { name: 'Workplace' }));
  const dialog = page.getByRole('alertdialog', { name: 'Confirm logout' });
  await dialog.waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await page.waitForURL('**/login**');
});

test('[2.16] on a phone: four buttons, the menu as a drawer, messages with their count', async () => {
  const { page } = await enter({ phone: true });
  const places = page.getByRole('navigation', { name: 'Main pages' });
  await places.getByRole('link', { name: /^Messages/u }).click();
  await page.getByRole('heading', { name: 'Message centre', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  expect((await drawer.boundingBox())?.width).toBeCloseTo(300);
  await drawer.getByRole('link', { name: 'Workplace' }).click();
  await page.waitForURL('**/dashboard/workplace');
  await expect.poll(() => drawer.count()).toBe(0);
});

test('[2.7] [4.9] staff see their pages, and can look as a student does', async () => {
  const { page, shell } = await enter({}, 'admin');
  await page.goto('/exception/403');
  await shell.heading('Access to this resource on the server is denied.').waitFor();
  await shell.openAccountMenu();
  await page.getByRole('menuitem', { name: 'Switch to student pages' }).click();
  await page.getByText('Switched to student pages').waitFor();
  await expect.poll(() => shell.menu.getByRole('button', { name: 'Result' }).count()).toBe(0);
});

test('everything in the shell works by keyboard: skip link, menus and search', async () => {
  const { page, shell } = await enter();
  await page.reload();
  await shell.heading('My courses').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.keyboard.press('/');
  await page.keyboard.type('workp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/workplace');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('a page whose file is gone after an upgrade offers to reload', async () => {
  const { page, shell } = await enter();
  await page.route(/\/assets\/message-page.*\.js/u, (route) => route.fulfill({ status: 404, body: '' }));
  await shell.menu.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('heading', { name: 'A new version is available' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Reload' }).isEnabled()).toBe(true);
});
