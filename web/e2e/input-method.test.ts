import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';

/** A search box that a Chinese word is typed into. */
interface Box {
  name: string;
  who: 'user' | 'admin' | 'teacher';
  path: string;
  open: (page: Page) => Promise<Locator>;
}

const boxes: Box[] = [
  {
    name: 'the list of students',
    who: 'admin',
    path: '/admin/students',
    open: async (page) => page.getByRole('searchbox', { name: 'Search this list' }),
  },
  {
    name: 'the search of staff',
    who: 'admin',
    path: '/admin',
    open: async (page) => page.getByRole('search').getByRole('combobox'),
  },
  {
    name: 'the list of recordings',
    who: 'admin',
    path: '/admin/recordings',
    open: async (page) => page.getByRole('searchbox', { name: 'Search recordings' }),
  },
  {
    name: 'a person of the audit log',
    who: 'admin',
    path: '/admin/audit',
    open: async (page) => page.getByRole('combobox', { name: 'Person', exact: true }),
  },
  {
    name: 'the search of students',
    who: 'user',
    path: '/dashboard/workplace',
    open: async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      return page.getByRole('search').getByRole('combobox');
    },
  },
  {
    name: 'the students of a teacher',
    who: 'teacher',
    path: '/teaching',
    open: async (page) => {
      await page.locator('#main a[href^="/teaching/"]').first().click();
      return page.getByRole('searchbox', { name: 'Search students' });
    },
  },
];

/** Opens a box and focuses it. */
async function typeIn({ who, path, open }: Box): Promise<{
  page: Page;
  box: Locator;
  /** Shows letters being composed in the box. */
  compose: (letters: string) => Promise<void>;
  /** Commits the word that the input method suggests for them. */
  commit: (word: string) => Promise<void>;
}> {
  const { context, page } = await visit();
  await page.clock.install(); // skips the wait after the last letter
  const teacher = inject('logins').find(({ scope }) => scope === 'teacher');
  await storeSession(page, who === 'teacher' ? teacher : who);
  await page.goto(path);
  await page.locator('#main h1:visible').waitFor();
  const box = await open(page);
  await box.focus();
  await page.clock.runFor(1000); // some lists are drawn a moment later
  await waitUntilQuiet(page);
  const cdp = await context.newCDPSession(page);
  return {
    page,
    box,
    compose: async (text) => {
      await cdp.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      await page.clock.runFor(1000);
      await waitUntilQuiet(page);
    },
    commit: async (text) => {
      await cdp.send('Input.insertText', { text });
    },
  };
}

/** The rows of all lists on the page. */
function linesOn(page: Page): Promise<string[]> {
  return page.locator('[role="option"], tbody tr, #main li').allTextContents();
}

test.each(boxes)('a word from an input method arrives in the box unchanged: $name', async (one) => {
  const { page, box, compose, commit } = await typeIn(one);
  await compose('l');
  await compose('lin');
  expect(await box.inputValue()).toBe('lin');
  await commit('林');
  await page.clock.runFor(1000);
  await waitUntilQuiet(page);
  expect(await box.inputValue()).toBe('林');
});

test.each(boxes)('letters of an unfinished word start no search: $name', async (one) => {
  const { page, compose } = await typeIn(one);
  const before = await linesOn(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await compose('q');
  await compose('qzx');
  expect({ asked: asked.filter((url) => url.includes('q')), lines: await linesOn(page) }).toEqual({
    asked: [],
    lines: before,
  });
});
