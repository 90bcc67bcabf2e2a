import type { Page } from 'playwright-core';
import { waitUntilQuiet } from './visit';

/**
 * Subscribes to the feed of the student whose timetable is open; resolves with a function that reads it, with folded
 * lines joined.
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
