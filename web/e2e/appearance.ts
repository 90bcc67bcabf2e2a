import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe';
import type { DemoLogin } from './college';
import { takePicture } from './picture';
import { storeSession } from './session';
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

/** Opens a profile in which somebody is logged in. */
export async function openAs(who: 'user' | 'admin' | DemoLogin, how: Visit): Promise<Page> {
  const { page } = await visit(how);
  await storeSession(page, who);
  return page;
}

/** Takes a picture, runs axe, and checks that nothing is wider than the screen. */
export async function checkAppearance(page: Page, name: string): Promise<void> {
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await takePicture(page, name);
  expect(await axeViolations(page), name).toEqual([]);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}
