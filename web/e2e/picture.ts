import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/**
 * Saves a screenshot of the whole page in `out` if LECTERN_PICTURES is on: screenshots are for people, prove nothing
 * and take long.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['LECTERN_PICTURES'] === 'on') {
    const path = fileURLToPath(new URL(`out/${name}.png`, import.meta.url));
    await page.screenshot({ path, fullPage: true });
  }
}
