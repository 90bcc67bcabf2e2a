import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { call } from './call';
import { startEmptyCollege } from './college';
import { officeSheets, officeStudent } from './office-sheets';
import { takePicture } from './picture';
import { landAs, storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';

/** The sheets of the sample college, as a registrar's office would provide them. */
const sheets = fileURLToPath(new URL('../../internal/sample/sheets', import.meta.url));

/** The texts of the wizard that the test looks for. */
const words = {
  zh: {
    locale: 'zh-CN',
    file: '选择文件',
    check: /^检查各行/u,
    apply: /^导入.+行/u,
    reason: '允许的原因',
    done: '导入完成',
    list: '导入学校数据',
    officeWeek: [
      '高等数学调至 12月4日 周五 10:00 ',
      '高等数学教1-101 王伟代 孙涛兰',
      '高等数学报告厅 孙涛兰由 11月30日 周一 调整',
    ],
    week: [
      '市场营销学明德楼 A101 何静',
      '公司金融调至 10月16日 周五 13:30 ',
      '商务统计数据实验室 郑雅文补 10月30日 周五的课',
      '人力资源管理明德楼 B110 高岚时间冲突',
      '公司金融明德楼 B204 吴启航由 10月13日 周二 调整',
    ],
  },
  en: {
    locale: 'en-US',
    file: 'choose a file',
    check: /^Check rows/u,
    apply: /^Import \d/u,
    reason: 'Reason for accepting',
    done: 'Import complete',
    list: 'Set up your college',
    officeWeek: [
      '高等数学Moved to Fri, Dec 4 10:00 ',
      '高等数学教1-101 王伟Replaces 孙涛兰',
      '高等数学报告厅 孙涛兰Moved from Mon, Nov 30',
    ],
    week: [
      'MarketingMingde Hall A101 He Jing',
      'Corporate FinanceMoved to Fri, Oct 16 13:30 ',
      'Business StatisticsData Lab Zheng YawenMake-up for Fri, Oct 30',
      'Human Resource ManagementMingde Hall B110 Gao LanOverlap',
      'Corporate FinanceMingde Hall B204 Wu QihangMoved from Tue, Oct 13',
    ],
  },
} as const;

/** A student of the sheets, whose first password is the end of the ID number. */
const student = { role: 'user', name: '', phone: '13800000001', password: '198409' } as const;

/** The sheet of a kind from the sample college's folder. */
function sampleFile(lang: keyof typeof words, kind: string): string {
  const folder = path.join(sheets, lang);
  return path.join(folder, readdirSync(folder).find((file) => file.startsWith(`${kind}.`)) ?? '');
}

async function bringIn(
  page: Page,
  lang: keyof typeof words,
  kind: string,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const said = words[lang];
  await page.getByRole('navigation').locator('a[href="/admin/imports"]').first().click();
  await page.getByLabel(said.file).setInputFiles(file);
  await page.waitForURL('**/admin/imports/drafts/**');
  await page.getByRole('button', { name: said.check }).click();
  const apply = page.getByRole('button', { name: said.apply });
  await apply.waitFor();
  const reason = page.getByRole('textbox', { name: said.reason });
  if ((await reason.count()) > 0) {
    await reason.fill('Taught as one class');
  }
  await expect.poll(() => apply.isEnabled()).toBe(true);
  await takePicture(page, `college/${lang}-${kind}`);
  await apply.click();
  await page.getByRole('heading', { name: said.done }).waitFor();
}

test.each(['zh', 'en'] as const)(
  'an empty college is filled from the browser, sheet by sheet, and a student sees the right week (%s)',
  async (lang) => {
    const college = await startEmptyCollege();
    onTestFinished(college.stop);
    const how = { locale: words[lang].locale, options: { baseURL: college.url } };
    const { page } = await visit(how);
    await landAs(page, college.logins[0]);
    const list = page.getByRole('heading', { name: words[lang].list });
    await list.waitFor();
    await takePicture(page, `college/${lang}-empty`);
    const kinds = await call<{ kind: string }[]>(page, 'GET', '/api/admin/import-kinds');
    expect(kinds).toHaveLength(12);
    for (const { kind } of kinds) {
      await bringIn(page, lang, kind, sampleFile(lang, kind));
    }
    await page.goto('/admin');
    await waitUntilQuiet(page);
    expect(await list.count()).toBe(0);
    await takePicture(page, `college/${lang}-filled`);

    const { page: theirs } = await visit(how);
    await storeSession(theirs, student);
    await theirs.goto('/student/timetable?week=6');
    const grid = theirs.getByRole('grid');
    await grid.waitFor();
    await takePicture(theirs, `college/${lang}-student`);
    const classes = await grid.getByRole('button').allTextContents();
    expect(classes).toHaveLength(10);
    expect(classes).toEqual(expect.arrayContaining([...words[lang].week]));
  },
);

test.each(['zh', 'en'] as const)(
  'the sheets of a registrar’s office come in as they are, in one sitting, and a student sees the right week (%s)',
  async (lang) => {
    const college = await startEmptyCollege();
    onTestFinished(college.stop);
    const how = { locale: words[lang].locale, options: { baseURL: college.url } };
    const { page } = await visit(how);
    await landAs(page, college.logins[0]);
    await page.getByRole('heading', { name: words[lang].list }).waitFor();
    for (const { name, text } of officeSheets) {
      await bringIn(page, lang, `office-${name}`, { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    }
    const { page: theirs } = await visit(how);
    await storeSession(theirs, officeStudent);
    await theirs.goto('/student/timetable?week=13');
    const grid = theirs.getByRole('grid');
    await grid.waitFor();
    await takePicture(theirs, `college/${lang}-office-student`);
    expect(await grid.getByRole('button').allTextContents()).toEqual(words[lang].officeWeek);
  },
);
