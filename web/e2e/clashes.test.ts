import { expect, test } from 'vitest';
import { storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';

test('a clash can be accepted with a reason, and counts again when that is withdrawn; all by keyboard', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  await page.goto('/admin/timetable/clashes');
  const hard = page.getByRole('button', { name: /^Days and acceptance: /u });
  await hard.first().waitFor();
  await waitUntilQuiet(page);
  const name = (await hard.first().getAttribute('aria-label')) ?? '';
  const what = name.replace(/^.*?: /u, '');
  const row = page.getByRole('button', { name, exact: true });

  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox', { name: /^Reason for accepting/u });
  await reason.waitFor();
  expect(await dialog.getByRole('listitem').count()).toBeGreaterThan(0); // its days, each with both classes
  await reason.fill('abc');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a reason of at least four characters.').waitFor();
  await reason.fill('One joint lecture');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const stands = page.getByRole('region', { name: 'Accepted' });
  await stands.getByText(/^One joint lecture – /u).waitFor();
  await row.waitFor({ state: 'detached' });

  await stands.getByRole('button', { name: `Stop accepting: ${what}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await Promise.all([page.getByText('It counts as a clash again.').waitFor(), row.waitFor()]);
  expect(await stands.count()).toBe(0);
});
