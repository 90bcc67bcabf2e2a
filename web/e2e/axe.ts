import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules whose answer depends on colours; all others see the same page in either theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on a page, one line each; empty when there is nothing. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source); // by the debugger, so that the content policy stays as it is
  }
  return page.evaluate(async (values) => {
    // What fades in has the colours of a moment only; what turns for ever is not waited for.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(values !== undefined && { runOnly: { type: 'rule', values } }),
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }, rules?.slice());
}
