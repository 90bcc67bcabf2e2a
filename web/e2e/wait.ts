import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What of the page is still loading or in transition, in words. */
function unfinished(): string[] {
  const waiting = [...document.querySelectorAll('[class*="_skeleton"], [class*="_spinner"]')];
  const images = [...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy');
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  return [
    ...waiting
      .filter((one) => one.checkVisibility())
      .map((one) => one.closest('section')?.outerHTML ?? one.outerHTML),
    ...images.map(({ src }) => `image ${src}`),
    ...transitions.map((one) => `transition of ${one.transitionProperty}, ${one.playState}`),
  ];
}

/** Waits until no skeleton or spinner is left, every image is loaded and no colour is in transition. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(unfinished), { message: page.url() }).toEqual([]);
}
