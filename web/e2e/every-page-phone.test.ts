import type { Page } from 'playwright-core';
import { appearances } from './appearance';
import { axeViolations, colourRules } from './axe';
import { testEveryPage } from './every-page';

/**
 * The controls of a page that a bar covers, even partly, when they get the focus one after the other, down and up
 * again.
 */
function coveredByBars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll('#root header, #root nav')].filter((bar) =>
      ['sticky', 'fixed'].includes(getComputedStyle(bar).position),
    );
    const controls = [
      ...document.querySelectorAll<HTMLElement>('#main :is(a[href], button, input, select, textarea, summary)'),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'));
    const found = new Set<string>();
    for (const control of [...controls, ...controls.toReversed()]) {
      control.focus();
      const { top, height } = control.getBoundingClientRect();
      // For a text of several lines, the browser scrolls to the line with the caret.
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

/** The rules that depend on the scroll position. */
const rulesByPlace = [...colourRules, 'target-size'];

testEveryPage(
  '[1.3] [1.4] every page is accessible and fits a phone, and no bar covers a control',
  { locale: 'zh-CN', theme: 'light', phone: true, options: { hasTouch: true, isMobile: true } },
  appearances.filter(({ phone }) => phone).toReversed(),
  (page) =>
    Promise.resolve(async (path, look) => {
      const flaws = await look();
      const covered = await coveredByBars(page);
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        globalThis.scrollTo(0, document.documentElement.scrollHeight);
      });
      const atEnd = await axeViolations(page, rulesByPlace);
      return [
        ...flaws,
        ...covered.map((control) => `${path}, en-US dark 390, covered: ${control}`),
        ...atEnd.map((flaw) => `${path}, en-US dark 390, at its end: ${flaw}`),
      ];
    }),
);
