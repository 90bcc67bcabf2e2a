import type { Page } from 'playwright-core';
import { storageKeys } from '@/shared/store/keys';
import { axeViolations, colourRules } from './axe';
import type { DemoLogin } from './college';
import { takePicture } from './picture';
import { storeSession } from './session';
import { screenOf, visit, waitUntilQuiet, type Visit } from './visit';
import { waitUntilDrawn } from './wait';

/** Combinations of language, theme and screen size that cover every pair: four instead of eight. */
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

export type Appearance = (typeof appearances)[number];

/** Opens a profile with a logged-in user. */
export async function openAs(who: 'user' | 'admin' | DemoLogin, how: Visit): Promise<Page> {
  const { page } = await visit(how);
  await storeSession(page, who);
  return page;
}

/** Changes the appearance of the open page, by resizing the window and as if another tab had changed the settings. */
export async function changeAppearance(page: Page, { locale, theme, phone }: Appearance): Promise<void> {
  const screen = screenOf(phone);
  if (page.viewportSize()?.width !== screen.width) {
    await page.setViewportSize(screen);
  }
  await page.evaluate(
    (chosen) =>
      chosen.forEach(([key, value]) => {
        localStorage.setItem(key, value);
        globalThis.dispatchEvent(new StorageEvent('storage', { key }));
      }),
    [
      [storageKeys.locale, locale],
      [storageKeys.theme, theme],
    ] as const,
  );
  // The texts are loaded from files; the language changes once they are there.
  await page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
  await waitUntilQuiet(page);
  await waitUntilDrawn(page);
}

/** The flaws of the current page: axe's findings, and its overflow in width. Takes a screenshot too. */
export async function flawsOf(page: Page, name: string, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await takePicture(page, name);
  const found = await axeViolations(page, rules);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...found, ...(wide > 0 ? [`${wide} px wider than the screen`] : [])].map((flaw) => `${name}: ${flaw}`);
}

/**
 * The flaws in several appearances, one after the other: in light themes by all rules, in dark ones by those about
 * colours.
 */
export async function flawsInAll(
  page: Page,
  name: string,
  chosen: readonly Appearance[] = appearances,
): Promise<string[]> {
  const found: string[] = [];
  for (const how of chosen) {
    await changeAppearance(page, how);
    found.push(...(await flawsOf(page, `${name}-${how.name}`, how.theme === 'dark' ? colourRules : undefined)));
  }
  return found;
}
