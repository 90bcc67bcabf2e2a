import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { endAnimations } from './wait';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on colours; all others give the same result in either theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** axe's violations on a page, one per line. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(source); // through the debugger, so that the content policy stays unchanged
  }
  await endAnimations(page); // fading elements have temporary colours
  return page.evaluate(async (values) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] }, // style sheets are for a rule that is off, and take a third of the time
      ...(values !== undefined && { runOnly: { type: 'rule', values } }),
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }, rules?.slice());
}
