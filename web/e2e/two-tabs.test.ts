import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { LoginPage } from './login-page';
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
