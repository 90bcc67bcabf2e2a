import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails with axe's findings in an element. The browser tests check colours and page-level rules, because nothing is
 * painted here.
 */
export async function expectAccessible(element: Element): Promise<void> {
  const { violations } = await axe.run(element, {
    resultTypes: ['violations'], // passes need no description
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
