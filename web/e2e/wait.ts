import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Finishes all fades and colour transitions, because every frame of them costs a paint. Endless animations are left
 * alone. Repeats, because the end of one transition may start another: a child inherits its parent's colour.
 */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Finished animations with fill mode forwards stay in the list.
    const passing = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState !== 'finished' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    let running = passing();
    for (let round = 0; running.length > 0; round += 1) {
      if (round === 100) {
        const elements = running.map(({ effect }) =>
          effect instanceof KeyframeEffect ? effect.target?.className : '',
        );
        throw new Error(`animations that begin again and again: ${elements.join(', ')}`);
      }
      running.forEach((one) => one.finish());
      running = passing();
    }
  });
}

/** Describes what is still loading. */
function unfinished(): string[] {
  const waiting = [...document.querySelectorAll('[class*="_skeleton"], [class*="_spinner"]')];
  const images = [...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy');
  return [
    ...waiting.filter((one) => one.checkVisibility()).map((one) => one.closest('section')?.outerHTML ?? one.outerHTML),
    ...images.map(({ src }) => `image ${src}`),
  ];
}

/** Waits until the last change is painted: one frame applies a new size, the next one paints it. */
async function waitForFrames(page: Page): Promise<void> {
  const drawn = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
        setTimeout(() => resolve(false), 5000);
      }),
  );
  if (!drawn) {
    await page.screenshot(); // headless browsers may skip frames, but not for a screenshot
  }
}

/** Waits until there are no skeletons, spinners, unloaded images or transitions left. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await waitForFrames(page);
  await expect.poll(() => page.evaluate(unfinished), { message: page.url() }).toEqual([]);
  await endAnimations(page);
}
