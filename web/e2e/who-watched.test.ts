import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { flawsInAll, openAs } from './appearance';
import { landAs, storeSession } from './session';
import { visit } from './visit';
import { WatchPage } from './watch-page';

const out = fileURLToPath(new URL('out/watching', import.meta.url));
mkdirSync(out, { recursive: true });

const course = 'Corporate Finance';
const lesson = 'Can an average return lie?';
const teacher = inject('logins').find(({ scope }) => scope === 'teacher');
const student = inject('logins').filter(({ role, scope }) => role === 'user' && scope === undefined)[1];

/** Recomputes the figures; resolves when the page shows them. */
async function computeAgain(page: Page): Promise<void> {
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/watching/compute') && answer.ok());
  await page.getByRole('button', { name: 'Update now' }).click();
  await asked;
  await page
    .getByRole('status')
    .filter({ hasText: /^As of [^.]+\.$/u })
    .waitFor();
}

/** Opens the group of the teacher whose course is watched. */
async function openGroup(page: Page): Promise<void> {
  await page.goto('/teaching');
  await page
    .getByRole('link', { name: new RegExp(course, 'u') })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Viewing records' }).click();
  await page.getByRole('heading', { name: 'Where students stop' }).waitFor();
}

test('[3.4] a student watches; staff and the teacher see it, remind the others and export the list', async () => {
  const { page } = await visit();
  await storeSession(page, student);
  const watch = new WatchPage(page);
  await watch.open(course, lesson);
  await watch.play();
  await expect.poll(async () => (await watch.state()).time).toBeGreaterThan(3);
  const reported = page.waitForResponse((answer) => answer.url().endsWith('/watching') && answer.ok());
  await page.keyboard.press('k');
  await reported;

  const { page: staff } = await visit();
  await landAs(staff, 'admin');
  await staff.getByRole('link', { name: 'Viewing records' }).first().click();
  await staff.getByRole('heading', { level: 1, name: 'Viewing records' }).waitFor();
  await computeAgain(staff);
  await staff
    .getByRole('link', { name: new RegExp(course, 'u') })
    .first()
    .click();
  await staff.getByRole('heading', { level: 1, name: `Viewing records: ${course}` }).waitFor();
  await staff.getByRole('heading', { name: 'Where students stop' }).waitFor();
  await staff.getByRole('searchbox').fill(student?.name ?? '');
  const row = staff.getByRole('row').filter({ hasText: student?.name ?? '' });
  await row.getByText('Started', { exact: true }).waitFor();
  await staff.getByRole('searchbox').fill('');
  // students who never watched are listed
  await expect.poll(() => staff.getByText('Not started').count()).toBeGreaterThan(2);

  const { page: teaching } = await visit();
  await landAs(teaching, teacher);
  await openGroup(teaching);
  await computeAgain(teaching);
  await teaching.getByRole('searchbox').fill(student?.name ?? '');
  await teaching
    .getByRole('row')
    .filter({ hasText: student?.name ?? '' })
    .getByText('Started', { exact: true })
    .waitFor();

  await teaching.getByRole('button', { name: 'Remind students', exact: true }).click();
  const dialog = teaching.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Who to remind' }).selectOption({ label: "Students who aren't done" });
  await dialog.getByRole('combobox', { name: 'Lesson' }).selectOption({ label: lesson });
  await dialog.getByText(/^\d+ students will be notified\.$/u).waitFor();
  await dialog.getByText(`Please watch: ${course}, ${lesson}`).waitFor();
  await dialog.getByRole('button', { name: /^Remind \d+ students$/u }).click();
  await teaching.getByText(/\d+ students reminded\./u).waitFor();
  await teaching.getByRole('button', { name: 'Remind students', exact: true }).click();
  await dialog.getByText(/were reminded recently/u).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Remind 0 students' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/message');
  await page.getByText(`Please watch: ${course}, ${lesson}`).first().waitFor();
  await page.goto('/student/userinfo');
  await page.getByRole('link', { name: 'My viewing record' }).click();
  await page.getByRole('heading', { level: 1, name: 'My viewing record' }).waitFor();
  await page.getByRole('link', { name: new RegExp(lesson.replace('?', String.raw`\?`), 'u') }).waitFor();
  await page.getByText(`You were reminded to watch ${course}`).waitFor();

  await teaching.getByRole('searchbox').fill('');
  for (const [label, format] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ] as const) {
    const saved = teaching.waitForEvent('download');
    await teaching.getByRole('button', { name: /^Export/u }).click();
    await teaching.getByRole('menuitem', { name: new RegExp(label, 'iu') }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toContain(format);
    const path = `${out}/watching.${format}`;
    await file.saveAs(path);
    const content = await readFile(path, format === 'csv' ? 'utf8' : 'latin1');
    // a workbook is a ZIP file, in which file names are plain text
    expect(content).toContain(format === 'csv' ? (student?.name ?? '?') : 'xl/worksheets/');
  }
});

test('[1.3] [1.4] axe finds nothing on the pages of staff, and they fit the screen', async () => {
  const page = await openAs('admin', {});
  await page.goto('/admin/watching');
  const link = page.locator('#main a[href^="/admin/watching/"]').first();
  await link.waitFor();
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).not.toBe('');
  for (const [name, path] of [
    ['classes', '/admin/watching?tab=classes'],
    ['rows', '/admin/watching?tab=rows'],
    ['course', address],
  ] as const) {
    await page.goto(path);
    await page.locator('#main h1:visible').waitFor();
    expect(await flawsInAll(page, `watching/${name}`)).toEqual([]);
  }
});

test('[1.3] [1.4] axe finds nothing on the page of a teacher, and it fits the screen', async () => {
  const page = await openAs(teacher ?? 'user', {});
  await openGroup(page);
  expect(await flawsInAll(page, 'watching/group')).toEqual([]);
});
