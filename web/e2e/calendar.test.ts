import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';

/** A Sunday of the term without a mapping, and a Wednesday of another week that is taught as planned. */
async function days(page: Page): Promise<{ sunday: string; wednesday: string }> {
  const plain = await page
    .locator('[data-date][data-term]:not([data-off]):not([data-follows]):not([data-exam])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-date') ?? ''));
  const today = new Date().toISOString().slice(0, 10);
  const on = (weekday: number): string[] =>
    plain.filter((date) => date > today && new Date(`${date}T00:00:00Z`).getUTCDay() === weekday);
  const [sunday = ''] = on(0);
  const wednesday = on(3).findLast((date) => date > sunday) ?? '';
  return { sunday, wednesday };
}

/** The dialog shows both weeks, before and after, and how many people are affected. */
async function checkPreview(dialog: Locator): Promise<void> {
  await dialog.getByText(/^Affects \d+ students?$/u).waitFor();
  await dialog.getByText(/^and \d+ teachers?$/u).waitFor();
  const weeks = dialog.getByRole('region', { name: /^Week \d+$/u });
  expect(await weeks.count()).toBe(2);
  for (const week of await weeks.all()) {
    await week.getByRole('rowheader', { name: 'Before' }).waitFor();
    await week.getByRole('rowheader', { name: 'After' }).waitFor();
  }
  expect(await dialog.getByText(/^Follows Wednesday of week \d+: \d+ classes$/u).count()).toBeGreaterThan(0);
  expect(await dialog.getByRole('button', { name: 'Publish' }).isEnabled()).toBe(true);
}

test('[2.21] dragging a date onto a teaching day shows both weeks and who is affected, also by keyboard', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  await page.goto('/admin/calendar');
  await page.locator('[data-date][data-term]').first().waitFor();
  await waitUntilQuiet(page);
  const { sunday, wednesday } = await days(page);
  const dialog = page.getByRole('dialog');

  const target = page.locator(`[data-date="${wednesday}"]`);
  await target.scrollIntoViewIfNeeded();
  await page.locator(`[data-date="${sunday}"]`).dragTo(target);
  await checkPreview(dialog);
  expect(await dialog.getByLabel('Follows the timetable of').inputValue()).toBe(wednesday);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.locator(`[data-date="${sunday}"]`).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Follows the timetable of').fill(wednesday);
  await checkPreview(dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.locator(`[data-date="${sunday}"][data-follows]`).count()).toBe(0); // nothing was published
});

test('new period times from a date say how many people are told before anything is saved', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  await page.goto('/admin/calendar');
  await page
    .getByRole('button', { name: /^New times from a date: / })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: 'New times from a date' });
  const date = dialog.getByLabel('New times from this date');
  await date.fill((await date.getAttribute('max')) ?? '');
  await dialog.getByLabel('Ends').last().fill('23:50');
  await dialog.getByText(/^(One message each to|No one gets a message)/u).waitFor();
  await dialog.getByText(/^(The current times end on|The new times replace)/u).waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
});
