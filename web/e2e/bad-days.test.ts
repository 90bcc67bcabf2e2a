import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { demoLogin, LoginPage } from './login-page';
import { ShellPage } from './shell-page';
import { landAs, pressWithoutSession } from './session';
import { TimetablePage } from './timetable-page';
import { collegeUrl } from './own-college';
import { visit } from './visit';

const unreachable = "Can't reach the portal. Check your connection and try again.";
const tooSlow = 'The portal took too long to respond. Try again in a moment.';

async function enter(): Promise<{ page: Page; shell: ShellPage }> {
  const { page } = await visit();
  await landAs(page, 'user');
  return { page, shell: new ShellPage(page) };
}

describe('the server', () => {
  test('is down: login says so, and works once it is back', async () => {
    const { page } = await visit();
    const login = new LoginPage(page);
    await login.open();
    await page.route('**/api/**', (route) => route.abort());
    await login.logIn(demoLogin('user'));
    await page.getByText(unreachable).first().waitFor();
    expect(await login.phone.inputValue()).toBe(demoLogin('user').phone);
    await page.unroute('**/api/**');
    await login.submit.click();
    await page.waitForURL('**/student/timetable**');
  });

  test('is down: a page says so, and Retry loads it', async () => {
    const { page, shell } = await enter();
    await page.route('**/api/Students/**', (route) => route.abort());
    await shell.menu.getByRole('link', { name: 'Student info' }).click();
    await page.getByText(unreachable).first().waitFor();
    await page.unroute('**/api/Students/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Export my data' }).waitFor();
    expect(await page.getByText(unreachable).count()).toBe(0);
  });

  test('[9.1] takes more than ten seconds: the page says so and stops waiting', async () => {
    const { page, shell } = await enter();
    await page.clock.install();
    await page.route('**/api/Students/**', () => undefined); // never answered
    await shell.menu.getByRole('link', { name: 'Student info' }).click();
    await shell.heading('Student info').waitFor();
    // The clock also runs on its own, by seconds on a busy machine, so this doesn't look just before ten seconds.
    await page.clock.fastForward(4_000);
    expect(await page.getByText(tooSlow).count()).toBe(0);
    await page.clock.fastForward(6_000);
    await page.getByText(tooSlow).first().waitFor();
  });

  test('is slow while the portal opens: the stored timetable appears before the user is loaded', async () => {
    const { page } = await enter();
    await new TimetablePage(page).kept();
    await page.route('**/api/user/info*', () => new Promise(() => undefined));
    await page.goto('/student/timetable', { waitUntil: 'commit' });
    await page.getByRole('grid').waitFor();
    expect(await page.getByRole('grid').count()).toBe(1);
  });

  test('is slow while the portal opens without stored data: a progress sign, then the page', async () => {
    const { page } = await enter();
    await new TimetablePage(page).kept();
    await page.evaluate(() => localStorage.removeItem('timetable-kept'));
    let answer = (): void => undefined;
    await page.route('**/api/user/info*', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.goto('/student/timetable', { waitUntil: 'commit' });
    await page.getByText('Loading…').first().waitFor({ state: 'attached' });
    await expect
      .poll(() => {
        answer();
        return page.locator('#main h1:visible').count();
      })
      .toBe(1);
  });
});

describe('the session', () => {
  test('[4.15] ends in the middle of a form: typed text stays, and can be saved after a new login', async () => {
    const { page } = await enter();
    await page.goto('/user/setting');
    await page.getByRole('textbox', { name: 'Email' }).fill('care@example.edu');
    await page.getByRole('combobox', { name: 'Country/region' }).selectOption({ label: 'Japan' });
    await page.getByRole('textbox', { name: 'Nickname' }).fill('Typed with care');
    const stored = await page.evaluate(() => localStorage.getItem('token'));
    await pressWithoutSession(page.getByRole('button', { name: 'Save' }));
    const dialog = page.getByRole('alertdialog', { name: 'Confirm logout' });
    await dialog
      .getByText("Anything you've typed on this page but not saved will be lost when you log in again.")
      .waitFor();
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await page.evaluate((token) => localStorage.setItem('token', token ?? ''), stored);
    const other = await page.context().newPage();
    await other.goto('/login');
    await new LoginPage(other).logIn(demoLogin('user'));
    await other.waitForURL('**/student/timetable**');
    expect(await page.getByRole('textbox', { name: 'Nickname' }).inputValue()).toBe('Typed with care');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved').waitFor();
  });

  test('[4.15] ends in the middle of a form: logging in again comes back to it', async () => {
    const { page } = await enter();
    await page.goto('/user/setting?tab=certification');
    await page.getByRole('tab', { name: 'Basic info' }).waitFor();
    await pressWithoutSession(page.getByRole('tab', { name: 'Security settings' }));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log in again' }).click();
    await page.waitForURL('**/login**');
    await new LoginPage(page).logIn(demoLogin('user'));
    await page.waitForURL('**/user/setting?tab=security');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  });

  test('[4.4] a broken token leads to login, and from there back', async () => {
    const { page } = await visit();
    await page.addInitScript(() => {
      if (sessionStorage.getItem('broken') === null) {
        sessionStorage.setItem('broken', 'once');
        localStorage.setItem('token', 'no \u{1F4A5} token');
        localStorage.setItem('user-identity', '%%%');
      }
    });
    await page.goto('/student/userinfo');
    await page.waitForURL('**/login?redirect=StudentInfo');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await new LoginPage(page).logIn(demoLogin('user'));
    await page.waitForURL('**/student/userinfo');
  });
});

describe('the browser', () => {
  test('blocks storage: the portal works for as long as the page is open', async () => {
    const { page } = await visit();
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    const login = new LoginPage(page);
    await login.enter('user');
    await new ShellPage(page).goTo('Student info');
    expect(new URL(page.url()).pathname).toBe('/student/userinfo');
  });

  test('has no storage left: the portal works without a notice', async () => {
    const { page } = await visit();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await new LoginPage(page).enter('user');
    await new TimetablePage(page).headline(/./u).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('[1.3] [1.4] stores an unknown language and theme: the defaults apply', async () => {
    const { page } = await visit({ locale: 'zh-CN' });
    await page.addInitScript(() => {
      localStorage.setItem('arco-locale', 'tlh-KX');
      localStorage.setItem('arco-theme', 'sepia');
    });
    await page.goto('/login');
    expect(await new LoginPage(page).title.textContent()).toMatch(/^登录.+学生端$/u);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  });

  test('has a clock that is years off: the week is the college’s all the same', async () => {
    const weekBy = async (time: string | undefined): Promise<string | null> => {
      const { page } = await visit();
      if (time !== undefined) {
        await page.clock.install({ time });
      }
      const login = new LoginPage(page);
      await login.open();
      await login.logIn(demoLogin('user'));
      await page.waitForURL('**/student/timetable**');
      return new TimetablePage(page)
        .headline(/^Week \d+/u)
        .first()
        .textContent();
    };
    const right = await weekBy(undefined);
    expect(await weekBy('2019-03-01T08:00:00Z')).toBe(right);
    expect(await weekBy('2034-03-01T08:00:00Z')).toBe(right);
  });
});

test('[2.8] [4.3] an address that names another site never leaves this one', async () => {
  const { page } = await visit();
  await page.goto('/login?redirect=https://evil.example/');
  await new LoginPage(page).logIn(demoLogin('user'));
  await page.waitForURL('**/student/timetable');
  const elsewhere = ['https://evil.example/', '/evil.example', String.raw`\evil.example`, 'javascript:alert(1)'];
  for (const where of elsewhere) {
    await page.goto(`/redirect/${where}`);
    await page
      .getByRole('heading', { name: /^(?:My courses|Whoops, this page is gone\.)$/u, level: 1 })
      .waitFor({ state: 'attached' });
    expect(new URL(page.url()).origin, where).toBe(collegeUrl());
  }
});
