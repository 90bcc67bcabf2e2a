import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './axe';
import { call } from './call';
import { demoLogin } from './login-page';
import { landAs } from './session';
import { visit, waitUntilQuiet } from './visit';

/** Lin's sessions, as Lin's browser lists them. */
const sessionsOf = (page: Page): Promise<{ id: string; viewer: string; reason: string }[]> =>
  call(page, 'GET', '/api/user/sessions');

/** The current user's student number. */
async function numberOf(page: Page): Promise<string> {
  const path = '/api/Students/Students/GetStudentInfoOutput';
  return (await call<{ studentNumber: string }>(page, 'GET', path)).studentNumber;
}

/** The data that a tab stores beyond the page, by storage. */
const stored = (page: Page): Promise<{ local: Record<string, string>; tab: Record<string, string> }> =>
  page.evaluate(() => ({ local: { ...localStorage }, tab: { ...sessionStorage } }));

/** Opens the student view from a student's page. */
async function openView(staff: Page, number: string, reason: string): Promise<Page> {
  const { items } = await call<{ items: { id: string }[] }>(staff, 'GET', `/api/admin/students?search=${number}`);
  await staff.goto(`/admin/students/${items[0]?.id}`);
  await staff.getByRole('button', { name: 'View as student' }).click();
  await staff.getByRole('textbox', { name: 'Reason' }).fill(reason);
  const [tab] = await Promise.all([
    staff.context().waitForEvent('page'),
    staff.getByRole('button', { name: 'Open for 15 minutes' }).click(),
  ]);
  await tab.getByRole('region', { name: 'Student view' }).waitFor();
  return tab;
}

test('a registrar sees the portal as a student does, reads and changes nothing', async () => {
  const { page: lin } = await visit();
  await landAs(lin);
  const number = await numberOf(lin);

  const { page: staff } = await visit();
  await landAs(staff, 'admin');
  await staff.evaluate(() => sessionStorage.setItem('draft of staff', 'half a sentence'));
  const before = (await stored(staff)).local;

  const reason = 'Asked by phone about Monday';
  const tab = await openView(staff, number, reason);
  await tab.waitForURL('**/student/timetable**');
  const bar = tab.getByRole('region', { name: 'Student view' });
  const { name } = demoLogin('user');
  await expect.poll(() => bar.innerText()).toContain(`You're viewing the portal as ${name}. Read-only until `);
  await waitUntilQuiet(tab);
  expect(await axeViolations(tab)).toEqual([]);
  // Compares both at the same time, because they show the time until the next class.
  const read = async (page: Page): Promise<string> => (await page.locator('#main').innerText()).trim();
  await expect.poll(async () => (await read(tab)) === (await read(lin))).toBe(true);
  expect(await read(tab)).not.toBe('');

  // The student's pages store data only in this tab, which doesn't contain the drafts of staff.
  const kept = await stored(tab);
  expect(kept.tab['draft of staff']).toBeUndefined();
  expect(kept.tab['token']).not.toBe(kept.local['token']);
  expect(kept.local['token']).toBe(before['token']);
  expect(Object.keys(kept.local).toSorted()).toEqual(Object.keys(before).toSorted());

  // A change is refused with an explanation, and nothing has changed.
  await tab.goto('/user/setting?tab=security');
  await tab
    .getByRole('button', { name: /^Log out device: /u })
    .first()
    .click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Log out device' }).click();

  expect((await call<{ role: string }>(lin, 'GET', '/api/user/info')).role).toBe('user');
  await bar.waitFor(); // on every page

  // The student sees who is looking and why, and the staff tab still belongs to the registrar.
  await lin.goto('/user/setting?tab=security');
  await lin.getByText(reason).waitFor();
  await staff.reload();
  await staff.locator('#main h1:visible').waitFor();
  expect((await call<{ role: string }>(staff, 'GET', '/api/user/info')).role).toBe('admin');

  await bar.getByRole('button', { name: 'End student view' }).click();
  await tab.getByRole('heading', { name: 'Student view has ended' }).waitFor();
  expect(await axeViolations(tab)).toEqual([]);
  expect(Object.keys((await stored(tab)).tab)).toEqual(['view-of']);
  expect((await sessionsOf(lin)).filter(({ viewer }) => viewer !== '')).toEqual([]);
  expect((await call<{ role: string }>(staff, 'GET', '/api/user/info')).role).toBe('admin');
});

test('the student ends a view, and its tab says so', async () => {
  const { page: lin } = await visit({ locale: 'zh-CN' });
  await landAs(lin);
  const number = await numberOf(lin);
  const { page: staff } = await visit();
  await landAs(staff, 'admin');
  const reason = 'Asked at the counter';
  const tab = await openView(staff, number, reason);
  await lin.goto('/user/setting?tab=security');
  const row = lin.getByRole('listitem').filter({ hasText: reason });
  await row.getByRole('button').click();
  await lin.getByRole('dialog').getByRole('button', { name: '结束会话' }).click();
  await row.waitFor({ state: 'detached' });
  await tab.goto('/student/userinfo').catch(() => undefined);
  await tab.getByRole('heading', { name: 'Student view has ended' }).waitFor();
  expect((await call<{ role: string }>(staff, 'GET', '/api/user/info')).role).toBe('admin');
});
