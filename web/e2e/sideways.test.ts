import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LoginPage } from './login-page';
import { addressesOf, everyones, others, timetableViews } from './pages';
import { landAs } from './session';
import { waitUntilDrawn } from './wait';
import { waitUntilQuiet, visit } from './visit';

/** Names of 20 and 28 letters without a space. */
const names = ['Wolfeschlegelsteinha', 'Wolfeschlegelsteinhausenberg'];
const named =
  /^(?:name(?:En|Latin)?|title(?:En)?|subTitle|nickname|adviser(?:En)?|classEn|organization(?:Name)?|job(?:Name)?)$/u;

/** Replaces all names in a server's answer by such names. */
function stretch(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => stretch(one, key));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stretch(inner, name)]));
  }
  if (typeof value !== 'string' || value === '') {
    return value;
  }
  return key === 'email' ? `${names[1] ?? ''}@example.edu` : named.test(key) ? names[value.length % 2] : value;
}

async function giveLongNames(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const json = response.status() === 200 && response.headers()['content-type']?.includes('json') === true;
    await route.fulfill(json ? { response, json: stretch(await response.json()) } : { response });
  });
}

/** Text at double size in the tightest layouts: on the smallest screen, and beside menu and panels. */
const screens = [
  { text: '100%', width: 390 },
  { text: '100%', width: 768 },
  { text: '200%', width: 320 },
  { text: '200%', width: 1440 },
];

/** The widths and text sizes at which a page scrolls sideways, and by how many pixels. */
async function sideways(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { text, width } of screens) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
    await waitUntilDrawn(page);
    const tooWide = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    let over = await tooWide();
    if (over > 0) {
      await waitUntilQuiet(page); // this width may load another part
      over = await tooWide();
    }
    if (over > 0) {
      found.push(`${page.url().replace(/^.*\/\/[^/]*/u, '')} at ${width} px and ${text} text: ${over} px`);
    }
  }
  return found;
}

test('no page of a visitor scrolls sideways, whatever its text size', async () => {
  const { page } = await visit();
  await new LoginPage(page).open();
  expect(await sideways(page)).toEqual([]);
});

test.each([
  { role: 'user' as const, pages: [...everyones, ...timetableViews] },
  { role: 'admin' as const, pages: [...everyones, ...others] },
])('no page of $role scrolls sideways with long names', async ({ role, pages }) => {
  const { page } = await visit({ options: { reducedMotion: 'reduce' } });
  await landAs(page, role);
  await giveLongNames(page);
  const found: string[] = [];
  const address = await addressesOf(page, role);
  for (const path of pages) {
    await page.goto(address(path));
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await waitUntilQuiet(page);
    found.push(...(await sideways(page)));
  }
  expect(found).toEqual([]);
});
