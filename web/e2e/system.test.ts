import { expect, test } from 'vitest';
import { storeSession } from './session';
import { visit } from './visit';

test('staff see the answering node, but no secrets', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  await page.goto('/admin/system');
  await page.getByRole('region', { name: 'Instances' }).getByText('This instance').waitFor();
  const settings = page.getByRole('region', { name: 'Configuration' });
  await settings.getByText('LECTERN_SIGN_SECRET').waitFor();
  expect(await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').count()).toBeGreaterThan(0);
});

test('a registrar creates a staff account, sees its code once and closes it', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  await page.goto('/admin/accounts?account=new');
  const form = page.getByRole('form', { name: 'New account' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Tang Wei');
  await form.getByRole('textbox', { name: 'Phone' }).fill('13900009911');
  await form.getByRole('combobox', { name: 'Responsibility' }).selectOption('Auditor');
  await form.getByRole('button', { name: 'Create account' }).click();
  const code = page.getByRole('alertdialog', { name: 'One-time code' });
  await code.getByText('Tang Wei').waitFor();
  await code.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Tang Wei').first().click();
  await page.getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: "Close Tang Wei's account" });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left');
  await dialog.getByRole('button', { name: 'Close account' }).click();
  expect(await page.getByText("Tang Wei's account is closed.").textContent()).toBeTruthy();
});
