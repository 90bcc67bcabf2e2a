import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { DemoLogin } from './college';
import { waitUntilQuiet } from './visit';

/** The demo college's first login with a role. */
export function demoLogin(role: DemoLogin['role']): DemoLogin {
  const found = inject('logins').find((login) => login.role === role);
  if (found === undefined) {
    throw new Error(`the demo college has no ${role}`);
  }
  return found;
}

/** The login page as a visitor uses it. */
export class LoginPage {
  readonly page: Page;
  readonly title: Locator;
  readonly phone: Locator;
  readonly password: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.phone = page.locator('input[name="phone"]');
    this.password = page.locator('input[name="password"]');
    this.submit = page.locator('button[type="submit"]');
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/login${query}`);
    await this.title.waitFor();
  }

  async logIn(login: Pick<DemoLogin, 'phone' | 'password'>): Promise<void> {
    await this.phone.fill(login.phone);
    await this.password.fill(login.password);
    await this.submit.click();
  }

  /** From the login page to the landing page. */
  async enter(who: DemoLogin['role'] | DemoLogin = 'user'): Promise<void> {
    await this.open();
    const login = typeof who === 'string' ? demoLogin(who) : who;
    await this.logIn(login);
    await this.page.waitForURL(login.role === 'admin' ? '**/admin' : '**/student/timetable**');
    // The shell's own main: the login page's main outlives its address for a moment.
    await this.page.locator('#main h1:visible').waitFor();
    await waitUntilQuiet(this.page);
  }
}
