import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { appearances } from './appearance';
import { call } from './call';
import { testEveryPage, type Role } from './every-page';
import { storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

/** Every Chinese text on a page, including hidden ones and accessible names, except quotations. */
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

/** The names on a page: logged-in users and buildings, and for staff also classes and students. */
async function namesOn(page: Page, role: Role): Promise<string[]> {
  // Buildings only have the name on their wall.
  const { rooms } = await call<{ rooms: { building: string }[] }>(page, 'GET', '/api/rooms/free');
  const own = [...inject('logins').map(({ name }) => name), ...rooms.map(({ building }) => building)];
  if (role === 'user') {
    return own;
  }
  // All students: which ones the audit log and today's changes name depends on the day.
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
  // Staff lists show a class by its Chinese name: so far only a student's record has the English one.
  const classes = (await call<{ name: string }[]>(page, 'GET', '/api/admin/students/classes')).map(({ name }) => name);
  return [...own, ...classes, ...students];
}

/** What stays Chinese in English: names, and the name of the Chinese language. */
function isAllowed(text: string, known: readonly string[]): boolean {
  const names = [...known, '简体中文'];
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), text);
  const initial = names.some((name) => name.startsWith(text));
  return initial || !/\p{Script=Han}/u.test(rest);
}

/** Opens the parts of a page that show more text. */
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
