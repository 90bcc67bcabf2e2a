import type { Page } from 'playwright-core';
import { storageKeys } from '@/shared/store/keys';
import { axeViolations, colourRules } from './axe';
import type { DemoLogin } from './college';
import { takePicture } from './picture';
import { storeSession } from './session';
import { screenOf, visit, waitUntilQuiet, type Visit } from './visit';
import { waitUntilDrawn } from './wait';

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

export type Appearance = (typeof appearances)[number];

/** Opens a profile in which somebody is logged in. */
export async function openAs(who: 'user' | 'admin' | DemoLogin, how: Visit): Promise<Page> {
  const { page } = await visit(how);
  await storeSession(page, who);
  return page;
}

/** Changes how the open page looks: it follows the size of its window, and what another tab chooses. */
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
  // The texts are files: the language changes when all are there.
  await page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
  await waitUntilQuiet(page);
  await waitUntilDrawn(page);
}

/**
 * What is wrong with the page as it stands: what axe finds, and how much wider than the screen it is. Takes
 * a picture too.
 */
export async function flawsOf(page: Page, name: string, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await takePicture(page, name);
  const found = await axeViolations(page, rules);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...found, ...(wide > 0 ? [`${wide} px wider than the screen`] : [])].map((flaw) => `${name}: ${flaw}`);
}

/**
 * The same in appearances, one after the other: the light ones with all rules, the dark ones with those about colours.
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
