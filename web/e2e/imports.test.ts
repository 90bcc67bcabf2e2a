import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { appearances, checkAppearance, openAs } from './appearance';
import { call } from './call';
import type { DemoLogin } from './college';
import { ImportsPage } from './imports-page';
import { landAs, storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

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

/** A student of the demo who comes into another class; with another phone the login would stand in the way of undoing. */
async function mover(page: Page): Promise<DemoLogin & { number: string; class: string }> {
  const login = inject('logins').findLast(({ role, scope }) => role === 'user' && scope === undefined);
  const find = `/api/admin/search?text=${login?.phone ?? ''}`;
  const [found] = await call<{ code: string; name: string; detail: string }[]>(page, 'GET', find);
  const { classes } = await call<{ classes: string[] }>(page, 'GET', '/api/admin/students/filters');
  const other = classes.find((name) => name !== found?.detail);
  if (login === undefined || found === undefined || other === undefined) {
    throw new Error('the demo college has no student to log in');
  }
  return { ...login, name: found.name, number: found.code, class: other };
}

const newcomer = '299902001';

/** The names of known students moved by one row, somebody new, another class, and three rows that cannot be taken. */
function sheetOf(known: readonly Student[], moved: { number: string; name: string; class: string }): string {
  const shifted = known.map(({ studentNumber }, at) => `${studentNumber},${known.at(at - 1)?.name ?? ''},,,`);
  return [
    'Student number,Name,Phone,Class,Status',
    `${newcomer},沈语彤,13900007701,,enrolled`,
    '299902002,傅泽明,1.39E+10,,enrolled',
    '299902003,徐航,13900007703,,asleep',
    '299902004,,13900007704,,enrolled',
    `${moved.number},${moved.name},,${moved.class},`,
    ...shifted,
    '',
  ].join('\n');
}

test('a sheet is corrected in place, applied past its brake, seen by a student and undone', async () => {
  const { page } = await visit();
  await landAs(page, 'admin');
  const [known, moved] = [await some(page), await mover(page)];
  const imports = new ImportsPage(page);
  await imports.upload('students.csv', sheetOf(known, moved));
  await imports.check();
  await imports.count('Refused').getByText('3').waitFor();
  await imports.correct(3, 'Phone', '13900007702');
  await imports.count('Refused').getByText('2').waitFor();
  await page.reload(); // the draft is the server's: nothing is lost
  await imports.count('Refused').getByText('2').waitFor();

  const brake = imports.after.getByRole('region', { name: /^Confirm: Name/u });
  await brake.getByRole('textbox').fill(String(known.length));
  await imports.apply();

  const student = await visit({ locale: 'zh-CN' }); // in English a class has another name
  await storeSession(student.page, moved);
  await student.page.goto('/student/userinfo');
  await student.page.getByText(moved.class).first().waitFor();

  await imports.undo();
  const [first] = known;
  const ask = (text = ''): Promise<{ name: string; detail: string }[]> =>
    call(page, 'GET', `/api/admin/search?text=${text}`);
  expect((await ask(first?.studentNumber))[0]?.name).toBe(first?.name);
  expect((await ask(moved.number))[0]?.detail).not.toBe(moved.class);
  expect(await ask(newcomer)).toEqual([]);
});

let address: string | undefined;

/** Where a preview stands that is looked at and never applied. */
async function previewAt(): Promise<string> {
  if (address === undefined) {
    const page = await openAs('admin', {});
    await page.goto('/admin');
    const imports = new ImportsPage(page);
    await imports.upload('looked-at.csv', sheetOf(await some(page), await mover(page)));
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
      await checkAppearance(page, `imports/${name ?? ''}-${how.name}`);
    }
  });

  test('everything can be taken out; axe finds nothing, and it fits the screen', async () => {
    const page = await openAs('admin', how);
    await page.goto('/admin/imports?kind=rooms&state=refused');
    await page.locator('#main h1').waitFor();
    await page.locator('#main details summary').last().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /OneRoster/u }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('oneroster.zip');
    await waitUntilQuiet(page);
    await waitUntilDrawn(page);
    await checkAppearance(page, `imports/exports-${how.name}`);
  });
});
