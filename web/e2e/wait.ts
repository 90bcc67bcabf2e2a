import type { Page } from 'playwright-core';

/** Waits until no skeleton or spinner is left, every image is loaded and no colour is in transition. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const waiting = document.querySelectorAll('[class*="_skeleton"], [class*="_spinner"]');
    const shown = [...waiting].some((one) => one.checkVisibility());
    const fading = document.getAnimations().some((one) => one instanceof CSSTransition);
    return (
      !shown &&
      !fading &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
    );
  });
}
