import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from './call';
import { flawsInAll, openAs } from './appearance';
import { WatchPage } from './watch-page';

/** Opens the editor of a lesson's captions, in English. */
async function edit(page: Page, lesson: string): Promise<void> {
  const watch = new WatchPage(page);
  await page.goto(`/student/watch?lesson=${lesson}`);
  await watch.video.waitFor();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('button', { name: 'Edit captions' }).click();
  await page.getByRole('textbox', { name: 'Text of line 1, English', exact: true }).waitFor();
}

async function lessonOf(page: Page): Promise<string> {
  await page.goto('/student/watch');
  await page
    .getByRole('link', { name: /What marketing is/u })
    .first()
    .click();
  await page.waitForURL('**/student/watch?lesson=*');
  return new URL(page.url()).searchParams.get('lesson') ?? '';
}

test('[2.22] staff correct captions, never overwrite each other unseen, and publishing shows them', async () => {
  const [first, second] = [await openAs('admin', {}), await openAs('admin', {})];
  const lesson = await lessonOf(first);
  await edit(first, lesson);
  await edit(second, lesson);
  const line = (page: Page, language = 'English') =>
    page.getByRole('textbox', { name: `Text of line 1, ${language}`, exact: true });
  const saved = (language = 'English') => first.getByText(`${language}: draft saved.`).waitFor();
  await line(first).fill('Hello, and welcome to the first hour.');
  await saved();
  await line(second).fill('Something else');
  await second.getByText(/New English captions were saved in the meantime/u).waitFor();
  await second.getByRole('listitem').filter({ hasText: 'welcome to the first hour' }).first().waitFor();
  await second.getByRole('button', { name: 'Use the other version' }).click();
  await expect.poll(() => line(second).inputValue()).toBe('Hello, and welcome to the first hour.');
  const english = first.getByRole('group', { name: 'Line 1, English', exact: true });
  await english.getByRole('button', { name: 'Split' }).click();
  await saved();
  await english.getByRole('button', { name: 'Join with next' }).click();
  await saved();
  // The other language in the same session; neither affects the other, and both survive a reload.
  await line(first, 'Chinese').fill('Both columns');
  await saved('Chinese');
  await edit(first, lesson);
  await expect.poll(() => line(first, 'Chinese').inputValue()).toBe('Both columns');
  await expect.poll(() => line(first).inputValue()).toBe('Hello, and welcome to the first hour.');
  await first.getByRole('button', { name: 'Publish English' }).click();
  await first.getByText('Students can now see the English captions.').waitFor();
  await saved('Chinese');
  await first.getByRole('button', { name: 'Discard Chinese draft' }).click();
  await first.getByText('Chinese draft discarded.').waitFor();
});

test('[2.22] the captions of an hour are edited without rendering all lines', async () => {
  const page = await openAs('admin', {});
  const lesson = await lessonOf(page);
  const [asset] = await call<{ id: string }[]>(page, 'GET', `/api/admin/media?lesson=${lesson}`);
  const draft = `/api/admin/media/${asset?.id ?? ''}/captions/en-US/draft`;
  const cues = Array.from({ length: 800 }, (_, index) => ({
    start: index * 0.05,
    end: index * 0.05 + 0.04,
    text: `Said as number ${index + 1}.`,
  }));
  const { version } = await call<{ version: number }>(page, 'GET', draft);
  await call(page, 'PUT', draft, { version, cues });
  await page.goto(`/student/watch?lesson=${lesson}`);
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('button', { name: 'Edit captions' }).click();
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'English' });
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('group');
  await lines.first().waitFor();
  expect(await lines.count()).toBeLessThan(60);
  const find = page.getByRole('searchbox', { name: 'Search captions' });
  await find.fill('number 780.');
  const text = page.getByRole('textbox', { name: 'Text of line 780, English', exact: true });
  await text.fill('Said otherwise.');
  await page.getByText('English: draft saved.').waitFor();
  await find.fill('number 10');
  await page.getByRole('group', { name: 'Line 10, English' }).waitFor();
  await find.fill('otherwise');
  await expect.poll(() => text.inputValue()).toBe('Said otherwise.');
  await page.getByRole('button', { name: 'Discard English draft' }).click();
  await page.getByText('English draft discarded.').waitFor();
});

test('[1.3] [1.4] axe finds nothing in the editor, and it fits the screen', async () => {
  const page = await openAs('admin', {});
  await edit(page, await lessonOf(page));
  expect(await flawsInAll(page, 'captions/editor')).toEqual([]);
  expect(await page.getByRole('textbox').count()).toBeGreaterThan(3);
});
