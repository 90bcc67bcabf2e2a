import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import write from 'write-excel-file/universal';
import { appearances, flawsInAll, openAs } from './appearance';
import { call } from './call';
import type { DemoLogin } from './college';
import { ImportsPage } from './imports-page';
import { landAs, storeSession } from './session';
import { visit } from './visit';

interface Student {
  id: string;
  studentNumber: string;
  name: string;
}

/** Students of the demo college that no other test uses. */
async function some(page: Page): Promise<Student[]> {
  const { items } = await call<{ items: Student[] }>(page, 'GET', '/api/admin/students?size=50&year=2024');
  return items.slice(25, 40);
}

/** A demo student who moves to another class; with a changed phone, the changed login would prevent undoing. */
async function mover(page: Page): Promise<DemoLogin & { number: string; class: string }> {
  const login = inject('logins').findLast(({ role, scope }) => role === 'user' && scope === undefined);
  const find = `/api/admin/search?text=${login?.phone ?? ''}`;
  const [found] = await call<{ code: string; name: string; detail: string }[]>(page, 'GET', find);
  const classes = await call<{ name: string }[]>(page, 'GET', '/api/admin/students/classes');
  const other = classes.find(({ name }) => name !== found?.detail)?.name;
  if (login === undefined || found === undefined || other === undefined) {
    throw new Error('the demo college has no student to log in');
  }
  return { ...login, name: found.name, number: found.code, class: other };
}

const newcomer = '299902001';

/** Known students with their names shifted by one row, a new student, another class, and three rows with errors. */
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

test('a sheet is corrected in place, imported despite its warning, seen by a student and undone', async () => {
  const { page } = await visit();
  await landAs(page, 'admin');
  const [known, moved] = [await some(page), await mover(page)];
  const imports = new ImportsPage(page);
  await imports.upload('students.csv', sheetOf(known, moved));
  await imports.check();
  await imports.count('Errors').getByText('3').waitFor();
  await imports.correct(3, 'Phone', '13900007702');
  await imports.count('Errors').getByText('2').waitFor();
  await page.reload(); // the draft is stored on the server, so nothing is lost
  await imports.count('Errors').getByText('2').waitFor();

  const brake = imports.after.getByRole('region', { name: /^Confirm: Name/u });
  await brake.getByRole('textbox').fill(String(known.length));
  await imports.apply();

  const student = await visit({ locale: 'zh-CN' }); // in English, classes have other names
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

/** A roll of students on each sheet, with the class above the headers. */
async function rolls(classes: Readonly<Record<string, readonly (readonly [number: string, name: string])[]>>) {
  const cells = (texts: readonly string[]) => texts.map((value) => ({ type: String, value }));
  const sheets = Object.entries(classes).map(([name, students]) => ({
    sheet: name,
    data: [
      cells([`班级：${name} 2601班`]),
      cells(['学号', '姓名']),
      ...students.map(([number, student]) => cells([number, student])),
    ],
  }));
  return Buffer.from(await (await write(sheets).toBlob()).arrayBuffer());
}

test('sheets with the same headers are imported together, each row with the class of its sheet', async () => {
  const { page } = await visit();
  await storeSession(page, 'admin');
  const imports = new ImportsPage(page);
  const book = await rolls({
    A: [['299903001', '沈语彤']],
    B: [
      ['299903002', '傅泽明'],
      ['299903003', ''],
    ],
  });
  await imports.upload('rolls.xlsx', book);
  const sheet = page.getByRole('combobox', { name: 'Sheet', exact: true });
  await page.getByText(/as one table: A and B\./u).waitFor();
  expect(await sheet.locator('option:checked').textContent()).toBe('All 2 sheets with the same headers');
  await imports.check();
  await imports.rows.getByRole('textbox', { name: 'Line B!4, 姓名' }).fill('徐航');
  await imports.rows.getByRole('textbox', { name: 'Line B!4, 姓名' }).press('Enter');
  await imports.count('New').getByText('3').waitFor();
  await imports.apply();
  const ask = async (number: string): Promise<string | undefined> =>
    (await call<{ detail: string }[]>(page, 'GET', `/api/admin/search?text=${number}`))[0]?.detail;
  expect(await ask('299903001')).toBe('A 2601班');
  expect(await ask('299903003')).toBe('B 2601班');
  await imports.undo();
  expect(await ask('299903003')).toBeUndefined();
});

test('axe finds nothing in a preview and in its columns, and they fit the screen', async () => {
  const page = await openAs('admin', {});
  await page.goto('/admin');
  const imports = new ImportsPage(page);
  await imports.upload('looked-at.csv', sheetOf(await some(page), await mover(page)));
  await page.locator('#main h1:visible').waitFor();
  expect(await flawsInAll(page, 'imports/columns', appearances.toReversed())).toEqual([]); // ends in English
  await imports.check();
  expect(await flawsInAll(page, 'imports/preview')).toEqual([]);
});

test('everything can be exported; axe finds nothing, and it fits the screen', async () => {
  const page = await openAs('admin', {});
  await page.goto('/admin/imports?kind=rooms&state=refused');
  await page.locator('#main h1:visible').waitFor();
  await page.locator('#main details summary').last().click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /OneRoster/u }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('oneroster.zip');
  expect(await flawsInAll(page, 'imports/exports')).toEqual([]);
});
