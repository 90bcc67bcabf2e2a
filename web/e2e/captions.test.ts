import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
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

test('[2.22] staff put captions right, nobody overwrites unseen work, and publishing shows them', async () => {
  const [first, second] = [await openAs('admin', {}), await openAs('admin', {})];
  const lesson = await lessonOf(first);
  await edit(first, lesson);
  await edit(second, lesson);
  const line = (page: Page, language = 'English') =>
    page.getByRole('textbox', { name: `Text of line 1, ${language}`, exact: true });
  const saved = (language = 'English') => first.getByText(`${language}: the draft is saved.`).waitFor();
  await line(first).fill('Hello, and welcome to the first hour.');
  await saved();
  await line(second).fill('Something else');
  await second.getByText(/has saved the captions in English meanwhile/u).waitFor();
  await second.getByRole('listitem').filter({ hasText: 'welcome to the first hour' }).first().waitFor();
  await second.getByRole('button', { name: 'Take the other version' }).click();
  await expect.poll(() => line(second).inputValue()).toBe('Hello, and welcome to the first hour.');
  const english = first.getByRole('list', { name: 'Draft in English' });
  await english.getByRole('button', { name: 'Split' }).first().click();
  await saved();
  await english.getByRole('button', { name: 'Join with the next' }).first().click();
  await saved();
  // The other language in the same sitting; neither touches the other, and both outlive a reload.
  await line(first, 'Chinese').fill('Both columns');
  await saved('Chinese');
  await edit(first, lesson);
  await expect.poll(() => line(first, 'Chinese').inputValue()).toBe('Both columns');
  await expect.poll(() => line(first).inputValue()).toBe('Hello, and welcome to the first hour.');
  await first.getByRole('button', { name: 'Publish in English' }).click();
  await first.getByText('Students see the captions in English now.').waitFor();
  await saved('Chinese');
  await first.getByRole('button', { name: 'Throw the draft in Chinese away' }).click();
  await first.getByText('The draft in Chinese was thrown away.').waitFor();
});

test('[1.3] [1.4] axe finds nothing in the editor, and it fits the screen', async () => {
  const page = await openAs('admin', {});
  await edit(page, await lessonOf(page));
  expect(await flawsInAll(page, 'captions/editor')).toEqual([]);
  expect(await page.getByRole('textbox').count()).toBeGreaterThan(3);
});
