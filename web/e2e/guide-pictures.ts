// Retakes the screenshots of the staff guide in both languages: `npm run pictures` after `make build`. Check each of
// them afterwards.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import importsEn from '@/features/staff/imports/locales/en-US.json';
import importsZh from '@/features/staff/imports/locales/zh-CN.json';
import noticesEn from '@/features/staff/notices/locales/en-US.json';
import noticesZh from '@/features/staff/notices/locales/zh-CN.json';
import { openAs } from './appearance';
import { call } from './call';
import { waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

const pictures = fileURLToPath(new URL('../../docs/pictures', import.meta.url));

interface Student {
  studentNumber: string;
  name: string;
  class: string;
}

/** Opens a registrars' page and waits until it is fully loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#main h1:visible').waitFor();
  await waitUntilQuiet(page);
  await waitUntilDrawn(page);
}

/**
 * A class list as an office would send it: changed phones, another class and name, a new student, an invalid number, a
 * total.
 */
function classList(known: readonly Student[]): string {
  const row = (student: Student, phone = '', more: Partial<Student> = {}): string => {
    const { studentNumber, name, class: of } = { ...student, ...more };
    return `${studentNumber},${name},${phone},${of},,`;
  };
  const other = known.find((one) => one.class !== known[0]?.class)?.class ?? '';
  const [first, second, third, fourth, fifth, ...rest] = known;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) {
    throw new Error('the demo college has too few students');
  }
  return [
    '学号,学生姓名,联系电话,行政班,宿舍,备注',
    row(first, '13912341001'),
    row(second, '13912341002'),
    row(third, '13912341003', { class: other }),
    row(fourth, '13912341004'),
    ...(fifth === undefined ? [] : [row(fifth, '', { name: `${fifth.name.slice(0, 1)}萌` })]),
    ...rest.slice(0, 7).map((student) => row(student)),
    `202699001,沈语彤,13900008801,${first.class},,`,
    `202699002,傅泽明,1.39E+10,${first.class},,`,
    `202699003,徐航,13900008803,${first.class},,`,
    '合计,302人,,,,',
    '',
  ].join('\n');
}

test.each([
  { locale: 'en-US', end: 'en', imports: importsEn, notices: noticesEn },
  { locale: 'zh-CN', end: 'zh', imports: importsZh, notices: noticesZh },
] as const)('the pictures of the guide in $locale', async ({ locale, end, imports, notices }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const options = { viewport: { width: 1360, height: 860 }, reducedMotion: 'reduce' as const };
  const page = await openAs('admin', { locale, options });
  const take = async (name: string): Promise<void> => {
    // Parts of the bar appear after the page.
    await page.locator('header input').waitFor();
    await page
      .locator('header')
      .getByText(/week \d|第 ?\d+ ?周/u)
      .waitFor();
    await waitUntilQuiet(page);
    await waitUntilDrawn(page);
    const png = path.join(folder, `${name}.png`);
    await page.screenshot({ path: png });
    const webp = path.join(pictures, `staff-${name}.${end}.webp`);
    const coding = ['-c:v', 'libwebp', '-preset', 'text', '-quality', '70', '-compression_level', '6'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', png, ...coding, webp]);
  };

  await open(page, '/admin');
  await take('desk');

  await open(page, '/admin/students');
  await take('students');
  const { items } = await call<{ items: Student[] }>(page, 'GET', '/api/admin/students?size=50');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.waitForURL('**/admin/students/*');
  await take('student');

  await open(page, '/admin/imports');
  await page.getByLabel(imports['upload.choose']).setInputFiles({
    name: '学生名单-2026秋.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(classList(items)),
  });
  await page.waitForURL('**/admin/imports/drafts/**');
  await page.getByRole('button', { name: imports['columns.check'] }).click();
  await page.getByRole('table').waitFor();
  await take('import');

  await open(page, '/admin/timetable');
  await page.getByRole('grid').locator('[data-class]').first().click();
  await page.getByRole('tab').first().waitFor();
  await waitUntilQuiet(page);
  await page.keyboard.press('1'); // chooses the best slot
  await expect.poll(() => page.locator('[data-put]').isEnabled()).toBe(true);
  await take('timetable');

  await open(page, '/admin/notices/new');
  const texts = {
    'compose.title.zh': '期中考试安排',
    'compose.title.en': 'Midterm examinations',
    'compose.content.zh': '考试时间和考场见课表，请携带学生证，提前十五分钟到场。',
    'compose.content.en':
      'Times and rooms are in your timetable. Bring your student card and come fifteen minutes early.',
  } as const;
  for (const [field, text] of Object.entries(texts)) {
    await page.getByRole('textbox', { name: notices[field as keyof typeof texts] }).fill(text);
  }
  await take('notice');

  await open(page, '/admin/recordings');
  await take('recordings');

  await open(page, '/admin/system');
  await take('system');
});
