import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flawsInAll, openAs } from './appearance';
import { takePicture } from './picture';
import { landAs } from './session';
import { visit } from './visit';

const title = 'Library closes early';

async function logIn(role: 'user' | 'admin'): Promise<Page> {
  const { page } = await visit();
  await landAs(page, role);
  return page;
}

/** The student's number, from the student's record. */
async function numberOf(student: Page): Promise<string> {
  await student.goto('/student/userinfo');
  const number = student
    .getByRole('definition')
    .filter({ hasText: /^\d{6,}$/u })
    .first();
  return (await number.innerText()).trim();
}

/** The number of acknowledgements, on the notice's page. */
const answered = (staff: Page): Promise<string> => staff.getByRole('region', { name: 'Delivery' }).innerText();

test('[2.16] a notice is written, reaches its student with deadline and file, and is acknowledged', async () => {
  const student = await logIn('user');
  const number = await numberOf(student);
  const staff = await logIn('admin');
  await staff.getByRole('link', { name: 'Write a notice' }).click();
  await staff.getByRole('textbox', { name: 'Title in English' }).fill(title);
  await staff.getByRole('textbox', { name: 'Title in Chinese' }).fill('图书馆提前闭馆');
  await staff.getByRole('textbox', { name: 'Text in English' }).fill('On Friday at 17:00.');
  await staff.reload(); // the text is restored
  await expect.poll(() => staff.getByRole('textbox', { name: 'Title in English' }).inputValue()).toBe(title);

  await staff.getByRole('combobox', { name: 'Send to' }).selectOption({ label: 'List of student numbers' });
  await staff.getByRole('textbox', { name: 'Student numbers' }).fill(`${number}\nX-404`);
  await staff.getByText(/1 number doesn't belong to a student you can write to: X-404/u).waitFor();
  await staff.getByRole('textbox', { name: 'Student numbers' }).fill(number);
  await staff.getByRole('switch', { name: /Ask students to acknowledge it/u }).click();
  const friday = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await staff.getByLabel('Acknowledge by (optional)').fill(friday);
  const paper = path.join(tmpdir(), 'opening-hours.txt');
  await writeFile(paper, 'Monday to Friday, 8 to 17.');
  await staff.getByLabel('Add files').setInputFiles(paper);
  await staff.getByRole('button', { name: 'Remove opening-hours.txt' }).waitFor();
  await takePicture(staff, 'notices/written');
  await staff.getByRole('button', { name: 'Send to 1 student' }).click();
  await staff.getByRole('heading', { level: 1, name: title }).waitFor();
  await expect.poll(() => answered(staff)).toMatch(/0\s+of 1\s+acknowledged/u);
  const address = staff.url();

  await student.goto('/message?type=notice');
  const item = student.getByRole('listitem').filter({ hasText: title });
  await item.getByText(/^Acknowledge by/u).waitFor();
  await item.getByText('opening-hours.txt').waitFor();
  await item.getByRole('button', { name: `Acknowledge: ${title}` }).click();
  await item.getByText('Acknowledged').waitFor();

  await staff.goto(address);
  await expect.poll(() => answered(staff)).toMatch(/1\s+of 1\s+acknowledged/u);
  await staff.getByText('Everyone has acknowledged').waitFor();
  await staff.goto('/admin/notices');
  const row = staff.getByRole('row').filter({ hasText: title });
  await row.getByText('1 of 1').first().waitFor();
});

test('[2.16] withdrawing a notice can be undone from the toast', async () => {
  const staff = await logIn('admin');
  await staff.goto('/admin/notices/new');
  await staff.getByRole('textbox', { name: 'Title in English' }).fill('Sent by mistake');
  await staff.getByRole('combobox', { name: 'Send to' }).selectOption({ label: 'Year of entry' });
  await staff.getByRole('combobox', { name: 'Year of entry' }).selectOption({ index: 1 });
  await staff.getByRole('button', { name: /^Send to \d+ students?$/u }).click();
  await staff.getByRole('button', { name: 'Withdraw' }).click();
  await staff.getByRole('button', { name: /^Undo/u }).click();
  await staff.getByRole('button', { name: 'Withdraw' }).click();
  await staff.getByRole('button', { name: 'Publish again' }).waitFor();
  expect(await staff.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
});

test('[1.3] [1.4] axe finds nothing on a notice, and it fits the screen', async () => {
  const page = await openAs('admin', {});
  await page.goto('/admin/notices');
  const notice = page.getByRole('link', { name: /^Rules for the mid-term/u });
  await page.goto((await notice.getAttribute('href')) ?? '');
  await page.getByRole('heading', { level: 1, name: /^Rules for the mid-term/u }).waitFor();
  expect(await flawsInAll(page, 'notices/notice')).toEqual([]);
});
