import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails with what axe finds wrong in an element. Colours and page-level rules are left to the browser tests: this
 * environment paints nothing.
 */
export async function expectAccessible(element: Element): Promise<void> {
  const { violations } = await axe.run(element, {
    resultTypes: ['violations'], // what is right need not be described
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
