import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ImportsPage } from './imports-page';
import { storeSession } from './session';
import { visit } from './visit';

const out = fileURLToPath(new URL('out/imports', import.meta.url));
mkdirSync(out, { recursive: true });

const fresh = 1000;
const refused = 49_000;

/**
 * New students without a phone, and very many with an unknown status: refused rows are the tallest that the table
 * renders.
 */
function largeSheet(): string {
  const row = (at: number, status: string): string => `29${String(at).padStart(7, '0')},沈语彤,${status}`;
  const rows = Array.from({ length: fresh + refused }, (_, at) => row(at, at < refused ? 'asleep' : 'enrolled'));
  return ['Student number,Name,Status', ...rows, ''].join('\n');
}

interface Seen {
  /** The highest number of rows on the page at once. */
  most: number;
  /** The index of the last rendered row, including group heads. */
  last: number;
  longest: number;
  long: number;
}

/** Scrolls to the end until no more rows load, then back, and records the browser's long tasks. */
async function scrollThrough(page: Page): Promise<Seen> {
  return await page.getByRole('table', { name: 'Rows' }).evaluate(async (table, pageHeight) => {
    const seen = { most: 0, last: 0, longest: 0, long: 0 };
    const note = (entries: PerformanceEntryList): void => {
      for (const { duration } of entries) {
        seen.long += 1;
        seen.longest = Math.max(seen.longest, Math.round(duration));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'longtask' });
    let scroller = table.parentElement;
    while (scroller !== null && !/auto|scroll/u.test(getComputedStyle(scroller).overflowY)) {
      scroller = scroller.parentElement;
    }
    const element = scroller ?? document.documentElement;
    const visible = (): number => {
      const { top, bottom } = element.getBoundingClientRect();
      return [...table.querySelectorAll('tr[data-row]')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      }).length;
    };
    const drawn = (): void => {
      const rows = [...table.querySelectorAll('tr[data-row]')];
      seen.most = Math.max(seen.most, rows.length);
      seen.last = Math.max(seen.last, Number(rows.at(-1)?.getAttribute('aria-rowindex')));
    };
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const complete = (): boolean => table.getAttribute('aria-rowcount') !== '-1';
    const grown = (height: number): Promise<void> =>
      new Promise((done) => {
        const look = (): void => {
          if (element.scrollHeight > height || complete()) {
            done();
          } else {
            requestAnimationFrame(look);
          }
        };
        look();
      });
    const scrollTo = async (top: number): Promise<void> => {
      element.scrollTop = top;
      do {
        await frame();
      } while (visible() === 0);
      drawn();
    };
    while (!complete()) {
      const height = element.scrollHeight;
      // Screen by screen to the current end, as with a mouse wheel.
      for (const back of [4, 3, 2, 1, 0]) {
        await scrollTo(height - element.clientHeight * (back + 1));
      }
      await grown(height);
    }
    // And back to the top, as with the scroll bar.
    for (let left = element.scrollHeight; left > 0; left -= pageHeight) {
      await scrollTo(left);
    }
    note(observer.takeRecords());
    observer.disconnect();
    return seen;
  }, 500 * 72);
}

test('a preview of fifty thousand rows scrolls to its end with few rows rendered at a time', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  const imports = new ImportsPage(page);
  await imports.upload('students.csv', largeSheet());
  await imports.check();
  await imports.count('Errors').getByText('49,000').waitFor(); // the preview of all rows is ready
  await imports.count('New').getByText('1,000').waitFor();
  await page.locator('table[aria-rowcount="-1"]').waitFor(); // and its rows have replaced those of the first preview
  const seen = await scrollThrough(page);
  // No time limit: a busy machine has long tasks anyway. bench/RESULTS.md has the figure.
  writeFileSync(`${out}/scroll.json`, JSON.stringify(seen));
  const heads = 2;
  expect(seen.last).toBe(fresh + refused + heads + 1); // plus the head of the table
  expect(seen.most).toBeLessThan(100);
});
