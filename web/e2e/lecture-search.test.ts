import { expect, test } from 'vitest';
import { flawsInAll, openAs } from './appearance';
import { visit } from './visit';
import { WatchPage } from './watch-page';

test('[4.5] a student finds spoken words by keyboard and opens the exact second', async () => {
  const page = await openAs('user', {});
  await page.goto('/student/timetable');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: 'Search your recordings and pages' });
  await box.waitFor();
  // Spoken in every lesson of the sample college: "Customers do not pay for goods, but for value."
  await page.keyboard.type('goods val');
  const hit = page.getByRole('option', { name: /pay for goods, but for value/u });
  await hit.waitFor();
  expect(await hit.textContent()).toMatch(/0:31.*Marketing · Lesson 1/u);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/student/watch?lesson=*&t=31');
  const watch = new WatchPage(page);
  await watch.video.waitFor();
  await expect.poll(async () => (await watch.state()).time).toBeGreaterThanOrEqual(31);
});

test('[4.5] Chinese is found by two characters, in the transcript of another lesson too', async () => {
  const page = await openAs('user', { locale: 'zh-CN' });
  const watch = new WatchPage(page);
  await watch.choose();
  await page.getByRole('main').getByRole('link', { name: '\u5E02\u573A\u8425\u9500' }).first().click();
  await watch.video.waitFor();
  await page.getByRole('tab', { name: '\u5B57\u5E55\u5168\u6587' }).click();
  await page.getByRole('searchbox').first().fill('\u7EC6\u5206');
  await page.getByRole('button', { name: '\u641C\u7D22\u5168\u90E8\u8BFE\u7A0B\u56DE\u653E' }).click();
  const hits = page.getByRole('option', { name: /\u5C31\u662F\u7EC6\u5206/u });
  await hits.first().click();
  await page.waitForURL('**/student/watch?lesson=*&t=20');
  await expect.poll(async () => (await watch.state()).time).toBeGreaterThanOrEqual(20);
});

test('[6.1] a visitor finds only the public lesson', async () => {
  const { page } = await visit();
  const watch = new WatchPage(page);
  await watch.choose();
  await page.getByRole('link', { name: /What marketing is/u }).click();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('button', { name: 'Search all my recordings' }).click();
  const box = page.getByRole('combobox', { name: 'Search your recordings and pages' });
  await box.fill('customer');
  await page
    .getByRole('option', { name: /Lesson 1: What marketing is/u })
    .first()
    .waitFor();
  expect(await page.getByRole('option', { name: /Lesson 2/u }).count()).toBe(0);
});

test('[1.3] [1.4] the results pass axe and fit the screen', async () => {
  const page = await openAs('user', {});
  await page.goto('/student/timetable');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox').fill('zzzz');
  await page.getByText(/^No results/u).waitFor();
  await page.getByRole('combobox').fill('customer');
  await page.getByRole('option').first().waitFor();
  expect(await flawsInAll(page, 'search/found')).toEqual([]);
  expect(await page.getByRole('option').count()).toBeGreaterThan(0);
  await page.getByRole('combobox').fill('zzzz');
  await page.getByText(/^\u6CA1\u6709\u627E\u5230/u).waitFor();
});
