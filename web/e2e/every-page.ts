import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flawsInAll, type Appearance } from './appearance';
import { LoginPage } from './login-page';
import { addressesOf, everyones, others, timetableViews } from './pages';
import { landAs } from './session';
import { visit, waitUntilQuiet, type Visit } from './visit';
import { waitUntilDrawn } from './wait';

export type Role = 'user' | 'admin';

/**
 * Returns the function that finds the flaws of each page; `look` finds those in each appearance. Called after logging
 * in.
 */
type Begin = (page: Page, role: Role) => Promise<(path: string, look: () => Promise<string[]>) => Promise<string[]>>;

const visitors = [
  { role: 'user' as const, pages: [...everyones, ...timetableViews] },
  { role: 'admin' as const, pages: [...everyones, ...others] },
];

/**
 * Opens every page once and checks it in the appearances of one size. Each size is a separate file, so that they run in
 * parallel.
 */
export function testEveryPage(title: string, how: Visit, chosen: readonly Appearance[], begin: Begin): void {
  test.each(visitors)(`${title}, as $role`, async ({ role, pages }) => {
    const { context, page } = await visit({ ...how, options: { ...how.options, reducedMotion: 'reduce' } });
    // A page opens in the browser's language, whatever language the previous page ended with.
    await context.addInitScript((key) => localStorage.removeItem(key), 'arco-locale');
    const found: string[] = [];
    page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`));
    if (role === 'user') {
      await new LoginPage(page).open();
      found.push(...(await flawsInAll(page, 'pages/login', chosen)));
    }
    await landAs(page, role);
    const address = await addressesOf(page, role);
    const check = await begin(page, role);
    for (const path of pages) {
      await page.goto(address(path));
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await waitUntilQuiet(page);
      await waitUntilDrawn(page);
      const name = `pages/${role}${path.replaceAll(/\W+/gu, '-')}`;
      found.push(...(await check(path, () => flawsInAll(page, name, chosen))));
    }
    expect(found).toEqual([]);
  });
}
