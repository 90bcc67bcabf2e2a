import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong on a page, one line each; empty when there is nothing. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source); // by the debugger, so that the content policy stays as it is
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  });
}
