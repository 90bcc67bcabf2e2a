import { expect, test } from 'vitest';
import { demoLogin } from './login-page';
import { storeSession } from './session';
import { visit } from './visit';

test('[2.20] a student changes the address in place and sees the national ID after the password', async () => {
  const { page } = await visit();
  await storeSession(page, 'user');
  await page.goto('/student/userinfo');
  await page.getByRole('button', { name: /^(?:Add|Change) Address$/u }).click();
  await page.getByLabel('Address').fill('18 Lake Road');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('18 Lake Road').waitFor();

  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').fill(demoLogin('user').password);
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const shown = await page.getByText(/^\d{17}[\dX]$/u).textContent();
  expect(shown?.slice(-6)).toBe(demoLogin('user').password);
});

test('[2.20] the export is a file with everything held about the student', async () => {
  const { page } = await visit();
  await storeSession(page, 'user');
  await page.goto('/student/userinfo');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
});
