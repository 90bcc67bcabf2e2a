import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { appearances, checkAppearance, openAs } from './appearance';
import { call } from './call';
import { ImportsPage } from './imports-page';
import { LoginPage } from './login-page';
import { visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

const out = fileURLToPath(new URL('out/imports', import.meta.url));
mkdirSync(out, { recursive: true });

interface Student {
  id: string;
  studentNumber: string;
  name: string;
}

/** Students of the demo college whom no other test needs. */
async function some(page: Page): Promise<Student[]> {
  const { items } = await call<{ items: Student[] }>(page, 'GET', '/api/admin/students?size=50&year=2024');
  return items.slice(25, 40);
}

/** A national ID with its check digit. */
function nationalId(first17: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(first17[at]), 0);
  return first17 + '10X98765432'.charAt(sum % 11);
}

const newcomer = { number: '299902001', name: '沈语彤', phone: '13900007701' };
const id = nationalId('11010120070303201');

/** The names of known students moved by one row, one new student, and three rows that cannot be taken. */
function sheetOf(known: readonly Student[]): string {
  const shifted = known.map(({ studentNumber }, at) => `${studentNumber},${known.at(at - 1)?.name ?? ''},,,`);
  return [
    'Student number,Name,Phone,National ID,Status',
    `${newcomer.number},${newcomer.name},${newcomer.phone},${id},enrolled`,
    '299902002,傅泽明,1.39E+10,,enrolled',
    '299902003,徐航,13900007703,,asleep',
    `299902004,,13900007704,,enrolled`,
    ...shifted,
    '',
  ].join('\n');
}

test('a sheet is corrected in place, applied past its brake, used and undone', async () => {
  const { page } = await visit();
  await new LoginPage(page).enter('admin');
  const known = await some(page);
  const imports = new ImportsPage(page);
  await imports.upload('students.csv', sheetOf(known));
  await imports.check();
  await imports.count('Refused').getByText('3').waitFor();
  await imports.correct(3, 'Phone', '13900007702');
  await imports.count('Refused').getByText('2').waitFor();
  await page.reload(); // the draft is the server's: nothing is lost
  await imports.count('Refused').getByText('2').waitFor();

  const brake = imports.after.getByRole('region', { name: /^Confirm: Name/u });
  await brake.getByRole('textbox').fill(String(known.length));
  await imports.apply();

  const student = await visit();
  await new LoginPage(student.page).enter({
    role: 'user',
    name: newcomer.name,
    phone: newcomer.phone,
    password: id.slice(-6),
  });
  expect(await student.page.getByRole('heading', { level: 1 }).textContent()).toBeTruthy();
  await call(student.page, 'POST', '/api/user/logout'); // who is logged in stands in the way of undoing

  await imports.undo();
  const [first] = known;
  const after = await call<{ fields: { name: string } }>(
    page,
    'GET',
    `/api/admin/students/${first?.id ?? ''}`,
  );
  expect(after.fields.name).toBe(first?.name);
  const found = await call<unknown[]>(page, 'GET', `/api/admin/search?text=${newcomer.number}`);
  expect(found).toEqual([]);
});

let address: string | undefined;

/** Where a preview stands that is looked at and never applied. */
async function previewAt(): Promise<string> {
  if (address === undefined) {
    const page = await openAs('admin', {});
    await page.goto('/admin');
    const imports = new ImportsPage(page);
    await imports.upload('looked-at.csv', sheetOf(await some(page)));
    await imports.check();
    address = new URL(page.url()).pathname;
  }
  return address;
}

describe.each(appearances)('$name', (how) => {
  test('axe finds nothing in a preview and in its columns, and they fit the screen', async () => {
    const draft = await previewAt();
    const page = await openAs('admin', how);
    for (const [name, query] of [
      ['preview', ''],
      ['columns', '?step=columns'],
    ]) {
      await page.goto(`${draft}${query ?? ''}`);
      await page.locator('#main h1').waitFor();
      await waitUntilQuiet(page);
      await waitUntilDrawn(page);
      expect(await page.locator('#main h1').textContent()).not.toBe('');
      await checkAppearance(page, `${out}/${name ?? ''}-${how.name}.png`);
    }
  });
});
