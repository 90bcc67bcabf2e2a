import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flawsInAll, openAs } from './appearance';
import { axeViolations } from './axe';
import { call } from './call';
import { StudentsPage } from './students-page';
import { landAs } from './session';
import { visit } from './visit';

async function openStudents(): Promise<StudentsPage> {
  const { page } = await visit();
  await landAs(page, 'admin');
  return new StudentsPage(page);
}

/** A student of the demo college that no other test uses. */
async function somebody(page: Page, at: number): Promise<{ id: string; studentNumber: string; name: string }> {
  const list = await call<{ items: { id: string; studentNumber: string; name: string }[] }>(
    page,
    'GET',
    '/api/admin/students?size=50&year=2024',
  );
  const found = list.items[at];
  if (found === undefined) {
    throw new Error('the demo college has too few students');
  }
  return found;
}

test('a student is found, the record is changed and the change undone', async () => {
  const students = await openStudents();
  const { page } = students;
  const who = await somebody(page, 10);
  await students.openOne(who.studentNumber);
  expect(page.url()).toContain(`/admin/students/${who.id}`);
  await students.record.getByRole('button', { name: 'Change Address' }).click();
  await students.record.getByRole('textbox', { name: 'Address' }).fill('1 College Road');
  await page.keyboard.press('Control+s');
  await page.getByText('1 change saved').waitFor();
  await students.record.getByText('1 College Road').waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('changed the record of').first().waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await students.record.getByText('1 College Road').waitFor({ state: 'detached' });
});

test('conflicting changes of two people are shown side by side', async () => {
  const students = await openStudents();
  const { page } = students;
  const who = await somebody(page, 11);
  await students.openOne(who.studentNumber);
  await students.record.getByRole('button', { name: 'Change Adviser' }).click();
  await students.record.getByRole('textbox', { name: 'Adviser' }).fill('Zhou');
  const { version } = await call<{ version: number }>(page, 'GET', `/api/admin/students/${who.id}`);
  await call(page, 'PATCH', `/api/admin/students/${who.id}`, { version, changes: { adviser: 'Tang' } });
  await page.keyboard.press('Control+s');
  const row = page.getByRole('row', { name: /Adviser/u });
  await row.getByText('Tang').waitFor();
  expect(await row.textContent()).toContain('Zhou');
  await row.getByRole('button', { name: 'Keep mine' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('1 change saved').waitFor();
});

test('codes for a class are shown once, and only the sheet is printed', async () => {
  const students = await openStudents();
  const { page } = students;
  const [first, second] = [await somebody(page, 12), await somebody(page, 13)];
  await students.open('?year=2024');
  for (const { studentNumber } of [first, second]) {
    await students.row(studentNumber).getByRole('checkbox').click();
  }
  await page.getByRole('toolbar').getByRole('button', { name: 'Reset to one-time code' }).click();
  await page.getByRole('button', { name: 'Reset 2 passwords' }).click();
  const sheet = page.getByRole('alertdialog');
  await sheet.getByText(first.studentNumber).waitFor();
  await page.emulateMedia({ media: 'print' });
  const seen = await page.evaluate(() => document.body.innerText);
  expect(seen).toContain(first.name);
  expect(seen).toContain('/login');
  expect(seen).not.toContain('Desk');
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
});

test('a student is added, enrolled and, as a mistake, deleted', async () => {
  const students = await openStudents();
  const { page } = students;
  await page.goto('/admin/students/new');
  await page.getByRole('textbox', { name: /^Student number/u }).fill('299901001');
  await page.getByRole('textbox', { name: 'Latin name' }).fill('Ouyang Qing');
  await page.reload();
  await page.getByText('Your unsaved input has been restored.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Fill this in.').waitFor();
  await page.getByRole('textbox', { name: /^Name(?! in)/u }).fill('欧阳青');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: /欧阳青/u }).waitFor();
  await page.getByRole('button', { name: 'Enrol in group' }).click();
  const enrol = page.getByRole('dialog', { name: 'Enrol in group' });
  await enrol.getByRole('combobox', { name: /^Group/u }).fill('MKT201');
  await page.getByRole('option').first().click();
  await enrol.getByRole('button', { name: 'Enrol 1 student' }).click();
  const courses = page.getByRole('region', { name: 'Courses' });
  await courses.getByText('Marketing').waitFor();
  const dialog = await students.choose('Delete record');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await students.table.waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/students');
});

/** A picture that browsers can decode. */
const picture = (name: string) => ({
  ...{ name, mimeType: 'image/png' },
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAADAAAABACAAAAAB5S6uaAAAAJElEQVR42u3LMQEAAAwCIPs3sK0Zdg9+' +
      '0qMIgiAIgiAIgvA1DB9QLGo8IfUGAAAAAElFTkSuQmCC',
    'base64',
  ),
});

test('photos are added to records, one and many, and removed', async () => {
  const students = await openStudents();
  const { page } = students;
  const [one, other] = [await somebody(page, 16), await somebody(page, 17)];
  await students.openOne(one.studentNumber);
  const shown = page.getByRole('main').locator('img[src^="blob:"]');
  await page.getByLabel('Choose a photo').setInputFiles(picture('me.png'));
  await page.getByText('Photo saved.').waitFor();
  await shown.waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('changed the photo of').first().waitFor();
  await page.getByRole('button', { name: 'Photo…' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All students' }).click();
  await page.getByRole('button', { name: 'Add photos…' }).click();
  const named = [one.studentNumber, other.studentNumber, 'nobody'].map((name) => picture(`${name}.png`));
  await page.locator('dialog input[type="file"]').setInputFiles(named);
  await page.getByText('nobody.png: no student has this number').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Upload 2 photos' }).click();
  await page.getByText('2 photos saved.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await students.openOne(other.studentNumber);
  await shown.waitFor();
});

test('the effects of a status are shown first, and undoing restores the old one', async () => {
  const students = await openStudents();
  const { page } = students;
  const who = await somebody(page, 14);
  await students.openOne(who.studentNumber);
  const dialog = await students.choose('Change status');
  await dialog.getByRole('combobox', { name: /^New status/u }).selectOption('Suspended');
  await dialog.getByText(/^Sessions end/u).waitFor();
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await page.getByText('1 student: Suspended').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect
    .poll(
      async () =>
        (await call<{ enrolmentStatus: string }>(page, 'GET', `/api/admin/students/${who.id}`)).enrolmentStatus,
    )
    .toBe('enrolled');
});

test('axe finds nothing on the page of a student, and it fits the screen', async () => {
  const page = await openAs('admin', {});
  await page.goto('/admin');
  const who = await somebody(page, 15);
  await page.goto(`/admin/students/${who.id}`);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(who.name);
  expect(await flawsInAll(page, 'students/student')).toEqual([]);
});
