import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import appEn from '@/app/locales/en-US.json';
import appZh from '@/app/locales/zh-CN.json';
import deskEn from '@/features/staff/desk/locales/en-US.json';
import studentsZh from '@/features/staff/students/locales/zh-CN.json';
import { flawsOf } from './appearance';
import { call } from './call';
import type { DemoLogin } from './college';
import { LoginPage } from './login-page';
import { ShellPage } from './shell-page';
import { landAs } from './session';
import { visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

function loginOf(scope: DemoLogin['scope']): DemoLogin {
  const found = inject('logins').find((login) => login.scope === scope);
  if (found === undefined) {
    throw new Error(`the demo college has no ${String(scope)}`);
  }
  return found;
}

/** The staff pages in a menu. */
async function staffPages(page: Page, menu: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name: menu }).getByRole('link');
  const hrefs = await links.evaluateAll((list) => list.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.filter((href) => href.startsWith('/admin'));
}

/** Opens pages of other responsibilities: each one refuses, with a link back. */
async function refused(page: Page, words: { '403Text': string }, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.getByText(words['403Text']).waitFor();
  }
}

test('[6.1] an adviser on a phone, in Chinese, lands on the desk, sees their classes, hands out a code', async () => {
  const { page } = await visit({ locale: 'zh-CN', phone: true });
  await new LoginPage(page).enter(loginOf('adviser'));
  expect(new URL(page.url()).pathname).toBe('/admin');
  await page.getByRole('button', { name: appZh['shell.openMenu'] }).click();
  const drawer = page.getByRole('dialog', { name: appZh['shell.menu'] });
  await drawer.waitFor();
  expect(await staffPages(page, appZh['shell.menu'])).toEqual([
    '/admin',
    '/admin/students',
    '/admin/watching',
    '/admin/notices',
  ]);
  await drawer.getByRole('link', { name: appZh['menu.admin.students'] }).click();
  await page.waitForURL('**/admin/students');
  const list = await call<{ items: { id: string; name: string; class: string }[] }>(
    page,
    'GET',
    '/api/admin/students?size=50',
  );
  expect(new Set(list.items.map(({ class: own }) => own)).size).toBe(1);
  const last = list.items.at(-1);
  await page.goto(`/admin/students/${last?.id ?? ''}`);
  await page.getByRole('button', { name: studentsZh['action.codes'] }).first().click();
  await page.getByRole('button', { name: studentsZh['codes.do'].other.replace('{count}', '1') }).click();
  const sheet = page.getByRole('alertdialog');
  await sheet
    .getByText(last?.name ?? '')
    .first()
    .waitFor();
  await waitUntilDrawn(page);
  expect(await flawsOf(page, 'scopes/adviser-code')).toEqual([]);
  await sheet.getByRole('button', { name: studentsZh['codes.close'] }).click();
  await sheet.waitFor({ state: 'detached' });
  await refused(
    page,
    { '403Text': appZh['exception.403Text'] },
    '/admin/audit',
    '/admin/courses',
    '/admin/students/new',
  );
});

test('[6.1] media staff land on the desk, publish a recording and see nothing of students', async () => {
  const { page } = await visit();
  await new LoginPage(page).enter(loginOf('media'));
  expect(new URL(page.url()).pathname).toBe('/admin');
  expect(await staffPages(page, 'Menu')).toEqual(['/admin', '/admin/recordings']);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Recordings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Recordings' }).waitFor();
  const shown = page.getByRole('switch', { name: 'Publish to students' }).first();
  await shown.waitFor();
  const was = await shown.isChecked();
  for (const next of [!was, was]) {
    await shown.click();
    await expect.poll(() => shown.isChecked()).toBe(next);
  }
  await waitUntilQuiet(page);
  expect(await flawsOf(page, 'scopes/media')).toEqual([]);
  await refused(
    page,
    { '403Text': appEn['exception.403Text'] },
    '/admin/students',
    '/admin/imports',
    '/admin/notices/new',
  );
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL('**/admin');
});

test('[6.1] media staff on a phone: the bar has recordings, and the search names its results', async () => {
  const { page } = await visit({ phone: true });
  await new LoginPage(page).enter(loginOf('media'));
  const bar = page.getByRole('navigation', { name: appEn['bottom.label'] });
  await bar.getByRole('button', { name: appEn['bottom.search'] }).click();
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill('zzzz');
  await page.getByText(deskEn['search.nothingElse']).waitFor();
  expect(await search.getAttribute('placeholder')).not.toMatch(/student|number/iu);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await bar.getByRole('link', { name: 'Recordings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Recordings' }).waitFor({ state: 'attached' });
  await waitUntilQuiet(page);
  expect(await flawsOf(page, 'scopes/media-phone')).toEqual([]);
});

/** Creates an account as a registrar does, and chooses a password with the one-time code. */
async function newAuditor(): Promise<DemoLogin> {
  const { page } = await visit();
  await landAs(page, 'admin');
  const login: DemoLogin = {
    role: 'admin',
    name: 'Auditor',
    phone: `137${String(Date.now()).slice(-8)}`,
    password: 'Lectern2026',
  };
  const { code } = await call<{ code: string }>(page, 'POST', '/api/admin/accounts', {
    phone: login.phone,
    name: login.name,
    role: 'admin',
    scope: 'auditor',
  });
  const { page: theirs } = await visit();
  const form = new LoginPage(theirs);
  await form.open();
  await form.logIn({ phone: login.phone, password: code });
  await theirs.waitForURL('**/user/setting?tab=security'); // nothing else opens before that
  const password = theirs.getByRole('region', { name: 'Password', exact: true });
  await password.getByLabel('Current password').fill(code);
  await password.getByLabel('New password', { exact: true }).fill(login.password);
  await password.getByLabel('Confirm new password').fill(login.password);
  const saved = theirs.waitForResponse((answer) => /password/u.test(answer.url()) && answer.ok());
  await theirs.keyboard.press('Enter');
  await saved;
  return login;
}

test('[6.1] an auditor lands on the desk, finds an entry and exports the log', async () => {
  const login = await newAuditor();
  const { page } = await visit();
  await new LoginPage(page).enter(login);
  expect(new URL(page.url()).pathname).toBe('/admin');
  expect(await staffPages(page, 'Menu')).toEqual(['/admin', '/admin/audit']);
  await new ShellPage(page).goTo('Audit log');
  await page.getByRole('combobox', { name: 'Person', exact: true }).fill(login.name);
  await page.getByRole('option', { name: login.name }).first().click();
  await page.waitForURL('**/admin/audit?account=*');
  await page.getByRole('region', { name: 'Entries' }).getByText(login.name).first().waitFor();
  await waitUntilQuiet(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as XLSX' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/u);
  expect(await flawsOf(page, 'scopes/audit')).toEqual([]);
  await refused(
    page,
    { '403Text': appEn['exception.403Text'] },
    '/admin/recordings',
    '/admin/system',
    '/admin/watching',
  );
});
