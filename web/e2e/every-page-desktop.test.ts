import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { appearances } from './appearance';
import { call } from './call';
import { testEveryPage, type Role } from './every-page';
import { storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

/**
 * Every Chinese text on a page, hidden ones and names of fields included, but for what is quoted as somebody wrote it.
 */
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
    return [...new Set(texts.filter((text) => text !== null && han.test(text)).map((text) => text?.trim() ?? ''))];
  });
}

/** Whom and what a page names: those who log in here, buildings, and for staff classes and students. */
async function namesOn(page: Page, role: Role): Promise<string[]> {
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
    await waitUntilQuiet(page);
    await waitUntilDrawn(page);
  }
}

testEveryPage(
  '[1.3] [1.4] every page is accessible, fits a desktop and shows no Chinese in English but names',
  { locale: 'en-US', theme: 'light' },
  appearances.filter(({ phone }) => !phone),
  async (page, role) => {
    const names = await namesOn(page, role);
    return async (path, look) => {
      await openEverything(page, path);
      const foreign = (await chineseOn(page)).filter((text) => !isAllowed(text, names));
      return [...foreign.map((text) => `${path}, Chinese in English: ${text}`), ...(await look())];
    };
  },
);

test('[1.3] a student with an English name is greeted by it', async () => {
  const { page } = await visit();
  await storeSession(page, 'user');
  await page.goto('/dashboard/workplace');
  await page.getByRole('heading', { level: 1, name: 'Welcome, Lin Xiaoyu' }).waitFor();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect.poll(() => page.locator('#main h1:visible').textContent()).toContain('林晓雨');
});
