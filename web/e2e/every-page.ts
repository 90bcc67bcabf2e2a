import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appearances } from './appearance';
import { axeViolations } from './axe';
import { LoginPage } from './login-page';
import { addressesOf, everyones, others } from './pages';
import { takePicture } from './picture';
import { landAs } from './session';
import { visit } from './visit';
import { waitUntilDrawn } from './wait';

const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } };

type Locale = (typeof appearances)[number]['locale'];

const visitors = [
  { role: 'user' as const, pages: everyones },
  { role: 'admin' as const, pages: [...everyones, ...others] },
];

/** A picture and axe's word of the page as it stands, in the sizes and themes of a language. */
async function look(page: Page, path: string, name: string, locale: Locale): Promise<void> {
  const file = path.replaceAll(/\W+/gu, '-').replace(/^-/u, '');
  for (const { theme, phone } of appearances.filter((one) => one.locale === locale)) {
    const width = phone ? 390 : 1440;
    await page.setViewportSize(sizes[width]);
    await page.evaluate((chosen) => {
      localStorage.setItem('arco-theme', chosen);
      globalThis.dispatchEvent(new StorageEvent('storage', { key: 'arco-theme' }));
    }, theme);
    await waitUntilDrawn(page);
    await takePicture(page, `pages/${file}-${name}-${theme}-${width}`);
    expect(await axeViolations(page), `${path} ${theme} ${width}`).toEqual([]);
    const [content, screen] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(content, `${path} is wider than ${width} pixels`).toBeLessThanOrEqual(screen);
  }
}

/** Every page in both sizes: a picture to look at and nothing for axe to find. Languages are files, which run side by side. */
export function testEveryPage(locale: Locale): void {
  test.each(visitors)(
    '[1.3] [1.4] every page is accessible and fits its screen, as $role',
    async ({ role, pages }) => {
      const { page } = await visit({ locale, options: { reducedMotion: 'reduce' } });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      const login = new LoginPage(page);
      await login.open();
      if (role === 'user') {
        await look(page, '/login', locale, locale);
      }
      await landAs(page, role);
      const address = await addressesOf(page, role);
      for (const path of pages) {
        await page.goto(address(path));
        await page.locator('h1').first().waitFor({ state: 'attached' });
        await look(page, path, role === 'user' ? `${locale}-student` : locale, locale);
      }
      expect(complaints).toEqual([]);
    },
  );
}
