import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { call } from './call';
import { addressesOf, everyones, others } from './pages';
import { landAs, storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

/** Every Chinese text on a page, hidden ones and names of fields included, but for what is quoted as somebody wrote it. */
function chineseOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const han = /\p{Script=Han}/u;
    const texts: (string | null)[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      if (walker.currentNode.parentElement?.closest('[translate="no"]') === null) {
        texts.push(walker.currentNode.textContent);
      }
    }
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder], [alt]')) {
      texts.push(...['title', 'aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name)));
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      texts.push(field.value);
    }
    return [
      ...new Set(texts.filter((text) => text !== null && han.test(text)).map((text) => text?.trim() ?? '')),
    ];
  });
}

/** Whom and what a page names: those who log in here, buildings, and for staff classes and students. */
async function namesOn(page: Page, role: 'user' | 'admin'): Promise<string[]> {
  // A building has one name, the one on its wall.
  const { rooms } = await call<{ rooms: { building: string }[] }>(page, 'GET', '/api/rooms/free');
  const own = [...inject('logins').map(({ name }) => name), ...rooms.map(({ building }) => building)];
  if (role === 'user') {
    return own;
  }
  // All of them: which ones the audit log and today's changes name depends on the day.
  const students: string[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const list: { items: { name: string }[]; next?: string } = await call(
      page,
      'GET',
      `/api/admin/students?size=200&after=${encodeURIComponent(after)}`,
    );
    students.push(...list.items.map(({ name }) => name));
    after = list.next === '' ? undefined : list.next;
  }
  // Lists for staff name a class as the college does: only a student's record has its English form so far.
  const { classes } = await call<{ classes: string[] }>(page, 'GET', '/api/admin/students/filters');
  return [...own, ...classes, ...students];
}

/** What stays Chinese in English: names, and the other language's own name. */
function isAllowed(text: string, known: readonly string[]): boolean {
  const names = [...known, '简体中文'];
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), text);
  const initial = names.some((name) => name.startsWith(text));
  return initial || !/\p{Script=Han}/u.test(rest);
}

/** What a person can open on a page, which shows more text. */
async function openEverything(page: Page, path: string): Promise<void> {
  if (path === '/user/setting') {
    await page.getByRole('combobox', { name: 'Country/region' }).selectOption({ label: 'China' });
    await page.getByRole('combobox', { name: 'Province' }).selectOption({ label: 'Chongqing' });
    await page.getByRole('combobox', { name: 'City' }).selectOption({ label: 'Chongqing' });
  }
  if (path === '/student/watch') {
    await page.locator('#main a[href*="lesson="]').first().click();
    await page.waitForURL('**/student/watch?lesson=*');
    await page.locator('#main h1').waitFor();
  }
}

test.each(['user', 'admin'] as const)(
  '[1.3] an English page shows no Chinese but names, as %s',
  async (role) => {
    const { page } = await visit();
    await landAs(page, role);
    const names = await namesOn(page, role);
    const found: string[] = [];
    const address = await addressesOf(page, role);
    for (const path of [...everyones, ...others]) {
      await page.goto(address(path));
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await waitUntilQuiet(page);
      await openEverything(page, path);
      await waitUntilQuiet(page);
      await waitUntilDrawn(page);
      const foreign = (await chineseOn(page)).filter((text) => !isAllowed(text, names));
      found.push(...foreign.map((text) => `${path}: ${text}`));
    }
    expect(found).toEqual([]);
  },
);

test('[1.3] a student with an English name is greeted by it', async () => {
  const { page } = await visit();
  await storeSession(page, 'user');
  await page.goto('/dashboard/workplace');
  await page.getByRole('heading', { level: 1, name: 'Welcome, Lin Xiaoyu' }).waitFor();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect.poll(() => page.locator('#main h1').textContent()).toContain('林晓雨');
});
