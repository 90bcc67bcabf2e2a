import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Brings to their end what fades in and which colours are in transition: each frame of them costs a painting. What
 * turns for ever has no end. The end of one may be the beginning of another: a child follows the colour of its parent.
 */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    // One that keeps its last frame stays in the list when it is over.
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

/** What of the page is still loading, in words. */
function unfinished(): string[] {
  const waiting = [...document.querySelectorAll('[class*="_skeleton"], [class*="_spinner"]')];
  const images = [...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy');
  return [
    ...waiting.filter((one) => one.checkVisibility()).map((one) => one.closest('section')?.outerHTML ?? one.outerHTML),
    ...images.map(({ src }) => `image ${src}`),
  ];
}

/**
 * Waits until what was done last is on the screen: in one frame the page hears of a new size, in the next it
 * has drawn it.
 */
async function waitForFrames(page: Page): Promise<void> {
  const drawn = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
        setTimeout(() => resolve(false), 5000);
      }),
  );
  if (!drawn) {
    await page.screenshot(); // a browser without a screen may leave frames out, but not for a picture
  }
}

/** Waits until no skeleton or spinner is left and every image is loaded, and nothing is in transition. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await waitForFrames(page);
  await expect.poll(() => page.evaluate(unfinished), { message: page.url() }).toEqual([]);
  await endAnimations(page);
}
