import { expect, test } from 'vitest';
import { axeViolations } from './axe';
import { storeSession } from './session';
import { visit } from './visit';

test.each(['en-US', 'zh-CN'] as const)(
  '%s: the desk leads to the guide for staff, with its pictures',
  async (locale) => {
    const { page, context } = await visit({ locale });
    await storeSession(page, 'admin');
    await page.goto('/admin');
    const [guide] = await Promise.all([
      context.waitForEvent('page'),
      page.locator(`a[href="/guide/staff.${locale}.html"]`).click(),
    ]);
    await guide.waitForLoadState('load');
    expect(await guide.locator('html').getAttribute('lang')).toBe(locale === 'zh-CN' ? 'zh-CN' : 'en');
    const pictures = guide.locator('img');
    expect(await pictures.count()).toBeGreaterThan(3);
    const missing = await pictures.evaluateAll((images) =>
      images
        .map((image) => image as unknown as { naturalWidth: number; alt: string })
        .filter(({ naturalWidth, alt }) => naturalWidth === 0 || alt === ''),
    );
    expect(missing).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await guide.emulateMedia({ colorScheme });
      for (const size of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await guide.setViewportSize(size);
        expect(await axeViolations(guide), `${colorScheme} ${size.width}`).toEqual([]);
        expect(await guide.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      }
    }
  },
);
