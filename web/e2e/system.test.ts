import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { appearances, checkAppearance, openAs } from './appearance';
import { LoginPage } from './login-page';
import { visit } from './visit';
import { waitUntilDrawn } from './wait';

const out = fileURLToPath(new URL('out/system', import.meta.url));
mkdirSync(out, { recursive: true });

test('staff see the node that answers and no secret', async () => {
  const { page } = await visit();
  await new LoginPage(page).enter('admin');
  await page.goto('/admin/system');
  await page.getByRole('region', { name: 'Nodes' }).getByText('Answers').waitFor();
  const settings = page.getByRole('region', { name: 'Configuration' });
  await settings.getByText('LECTERN_SIGN_SECRET').waitFor();
  expect(
    await page.getByRole('region', { name: 'What needs attention' }).getByRole('listitem').count(),
  ).toBeGreaterThan(0);
});

test('a registrar makes an account of staff, sees its code once and closes it', async () => {
  const { page } = await visit();
  await new LoginPage(page).enter('admin');
  await page.goto('/admin/accounts?account=new');
  const form = page.getByRole('form', { name: 'New account of staff' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Tang Wei');
  await form.getByRole('textbox', { name: 'Phone' }).fill('13900009911');
  await form.getByRole('combobox', { name: 'Scope' }).selectOption('Auditor');
  await form.getByRole('button', { name: 'Make the account' }).click();
  const code = page.getByRole('alertdialog', { name: 'One-time code' });
  await code.getByText('Tang Wei').waitFor();
  await page.screenshot({ path: `${out}/code.png` });
  await code.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Tang Wei').first().click();
  await page.getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the account of Tang Wei' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left');
  await dialog.getByRole('button', { name: 'Close account' }).click();
  await page.getByText('The account of Tang Wei is closed.').waitFor();
});

describe.each(appearances)('$name', (how) => {
  test.each(['/admin/system', '/admin/accounts'])(
    'axe finds nothing on %s, and it fits the screen',
    async (path) => {
      const page = await openAs('admin', how);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await waitUntilDrawn(page);
      await checkAppearance(page, `${out}/${path.replaceAll('/', '-').slice(1)}-${how.name}.png`);
    },
  );
});
