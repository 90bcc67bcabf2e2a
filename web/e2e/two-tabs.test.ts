import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { demoLogin, LoginPage } from './login-page';
import { ShellPage } from './shell-page';
import { landAs } from './session';
import { visit, waitUntilQuiet } from './visit';

const students = inject('logins').filter(({ role, scope }) => role === 'user' && scope === undefined);
const registrar = inject('logins').find(({ scope }) => scope === 'registrar');

/** Data that a page shows for one person only: number, names and phone. */
async function factsOn(page: Page): Promise<string[]> {
  const facts = await page
    .getByRole('definition')
    .filter({ hasText: /^\d{6,}$/u })
    .allInnerTexts();
  const account = await page.getByRole('button', { name: /'s account$/u }).getAttribute('title');
  return [...facts.map((fact) => fact.trim()), account ?? ''];
}

test.each([
  { next: 'another student', login: students[1] },
  { next: 'the registrar', login: registrar },
])('[4.2] [4.8] nothing of a student is left in a second tab when $next logs in', async ({ login }) => {
  const { context, page: first } = await visit();
  await landAs(first, students[0]);
  const second = await context.newPage();
  await second.goto('/student/userinfo');
  await second.getByRole('button', { name: 'Export my data' }).waitFor();
  await waitUntilQuiet(second);
  const before = await factsOn(second);
  expect(before.length).toBeGreaterThan(1);
  expect(before).not.toContain('');

  await new ShellPage(first).openAccountMenu();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  await Promise.all([first.waitForURL('**/login**'), second.waitForURL('**/login**')]);
  await new LoginPage(first).enter(login);
  await second.locator('#main h1:visible').waitFor();
  for (const path of ['', '/dashboard/workplace']) {
    if (path !== '') {
      await second.goto(path);
      await second.locator('#main h1:visible').waitFor();
    }
    await waitUntilQuiet(second);
    const html = await second.content();
    expect(before.filter((fact) => html.includes(fact))).toEqual([]);
  }
});

test('[4.2] a late logout event of another tab leaves a newer login alone', async () => {
  const { context, page } = await visit();
  const login = new LoginPage(page);
  await login.open();
  await login.logIn(demoLogin('user'));
  await new ShellPage(page).heading('My courses').waitFor();
  // A tab in the background: it has the event, and delivers it again when someone has logged in since.
  const late = await context.newPage();
  await late.goto('/app-config.json');
  await late.evaluate(() => {
    const channel = new BroadcastChannel('lectern');
    const heard: unknown[] = [];
    channel.addEventListener('message', ({ data }) => heard.push(data));
    Object.assign(globalThis, { heard, repeat: () => heard.slice(0, 1).forEach((data) => channel.postMessage(data)) });
  });
  await new ShellPage(page).openAccountMenu();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login**');
  await expect.poll(() => late.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard.length)).toBe(1);
  await new LoginPage(page).logIn(demoLogin('user'));
  await new ShellPage(page).heading('My courses').waitFor();
  await late.evaluate(() => (globalThis as unknown as { repeat: () => void }).repeat());
  await waitUntilQuiet(page);
  await page.reload();
  await new ShellPage(page).heading('My courses').waitFor();
  expect(new URL(page.url()).pathname).toBe('/student/timetable');
});
