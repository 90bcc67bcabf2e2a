import type { Page } from 'playwright-core';
import { waitUntilQuiet } from './visit';

/**
 * Subscribes the student whose timetable is open; what it resolves with reads the feed, without the breaks
 * of its lines.
 */
export async function feedOf(student: Page): Promise<() => Promise<string>> {
  await waitUntilQuiet(student);
  await student.getByRole('button', { name: 'Subscribe' }).click();
  const make = student.getByRole('button', { name: 'Create address' });
  const address = student.getByRole('textbox', { name: 'Calendar address' });
  await make.or(address).first().waitFor();
  if (await make.isVisible()) {
    await make.click();
  }
  const url = await address.inputValue();
  return async () => (await (await student.request.get(url)).text()).replaceAll(/\r?\n[ \t]/gu, '');
}
