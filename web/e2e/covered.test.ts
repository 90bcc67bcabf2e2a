import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations, colourRules } from './axe';
import { addressesOf, everyones, others } from './pages';
import { landAs } from './session';
import { waitUntilQuiet, visit } from './visit';
import { waitUntilDrawn } from './wait';

/** The controls of a page that a bar covers, even in part, when they are focused one after the other, down and up again. */
function coveredByBars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll('#root header, #root nav')].filter((bar) =>
      ['sticky', 'fixed'].includes(getComputedStyle(bar).position),
    );
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        '#main :is(a[href], button, input, select, textarea, summary)',
      ),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'));
    const found = new Set<string>();
    for (const control of [...controls, ...controls.toReversed()]) {
      control.focus();
      const { top, height } = control.getBoundingClientRect();
      // Of a text of several lines the browser brings the line with the caret into view.
      const bottom = top + (control.matches('textarea') ? Math.min(height, 32) : height);
      for (const bar of bars) {
        const cover = bar.getBoundingClientRect();
        if (height < innerHeight / 2 && top < cover.bottom && bottom > cover.top) {
          found.add(`${control.textContent} (${control.outerHTML.slice(0, 80)})`);
        }
      }
    }
    return [...found];
  });
}

/** The rules whose answer depends on where the page is scrolled to. every-page.ts has asked all others on a phone. */
const rulesByPlace = [...colourRules, 'target-size'];

test.each([
  {
    role: 'user' as const,
    pages: [...everyones, ...['week', 'agenda', 'term'].map((view) => `/student/timetable?view=${view}`)],
  },
  { role: 'admin' as const, pages: [...everyones, ...others] },
])(
  'on a phone no bar covers a control of $role, and axe finds nothing at the end of a page',
  async ({ role, pages }) => {
    const phone = { hasTouch: true, isMobile: true, reducedMotion: 'reduce' as const };
    const { page } = await visit({ phone: true, options: phone });
    await landAs(page, role);
    const address = await addressesOf(page, role);
    for (const path of pages) {
      await page.goto(address(path));
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await waitUntilQuiet(page);
      await waitUntilDrawn(page);
      expect(await coveredByBars(page), path).toEqual([]);
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        globalThis.scrollTo(0, document.documentElement.scrollHeight);
      });
      expect(await axeViolations(page, rulesByPlace), path).toEqual([]);
    }
  },
);
