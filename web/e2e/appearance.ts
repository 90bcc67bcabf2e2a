import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe';
import type { DemoLogin } from './college';
import { LoginPage } from './login-page';
import type { Visit } from './visit';
import { visit } from './visit';

/** Language, theme and screen size, so that every two of them meet: four in place of eight. */
export const appearances = (
  [
    ['en-US', 'light', false],
    ['en-US', 'dark', true],
    ['zh-CN', 'light', true],
    ['zh-CN', 'dark', false],
  ] as const
).map(([locale, theme, phone]) => ({
  locale,
  theme,
  phone,
  name: `${locale}-${theme}-${phone ? 390 : 1440}`,
}));

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
const logins = new Map<string, State>();

/** Opens a logged-in page. Everybody logs in once per test file, because these tests are about the page. */
export async function openAs(who: 'user' | 'admin' | DemoLogin, how: Visit): Promise<Page> {
  const key = typeof who === 'string' ? who : who.phone;
  let state = logins.get(key);
  if (state === undefined) {
    const { page, context } = await visit();
    await new LoginPage(page).enter(who);
    state = await context.storageState();
    logins.set(key, state);
  }
  const { page } = await visit({ ...how, options: { storageState: state } });
  return page;
}

/** Takes a screenshot, runs axe, and checks that nothing is wider than the screen. */
export async function checkAppearance(page: Page, file: string): Promise<void> {
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await page.screenshot({ path: file, fullPage: true });
  expect(await axeViolations(page), file).toEqual([]);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide, `${file} is wider than the screen`).toBeLessThanOrEqual(0);
}
