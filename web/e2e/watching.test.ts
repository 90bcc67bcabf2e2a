import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { axeViolations } from './axe';
import { startCollege } from './college';
import { makeFilm } from './film';
import { landAs, storeSession } from './session';
import { TimetablePage } from './timetable-page';
import { visit } from './visit';
import { WatchPage, type VideoState } from './watch-page';

/** Waits until the video element's state meets a condition. */
async function until(watch: WatchPage, so: (now: VideoState) => boolean): Promise<void> {
  await expect.poll(async () => so(await watch.state())).toBe(true);
}

/** The second student of the sample, for whom no other test records watching. */
async function enter(): Promise<{ page: Page; watch: WatchPage }> {
  const student = inject('logins').filter(({ role }) => role === 'user')[1];
  const { page } = await visit();
  await storeSession(page, student);
  return { page, watch: new WatchPage(page) };
}

/** Uploads a file for a lesson of a course that has a recording already; resolves when it plays. */
async function replace(page: Page, course: string, lesson: string, film: string, captions: string) {
  await page.goto('/admin/recordings');
  await page.getByRole('combobox', { name: 'Course', exact: true }).selectOption({ label: course });
  await page.getByRole('combobox', { name: 'Lesson' }).selectOption({ label: lesson });
  await page.getByLabel('File', { exact: true }).setInputFiles(film);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  const row = page
    .getByRole('listitem')
    .filter({ hasText: path.basename(film), hasNotText: `Replaced by ${path.basename(film)}` });
  await row.getByText('Ready').waitFor();
  await row.getByRole('button', { name: /^More/u }).click();
  await row.getByLabel('Add captions in English').setInputFiles(captions);
  await row.getByRole('link', { name: 'English' }).waitFor();
}

test('[2.22] [3.4] from an upload to 100 %: quality, captions, seeking, resuming and progress', async () => {
  const { folder, film } = await makeFilm('average.mp4', 14);
  const captions = path.join(folder, 'english.srt');
  await writeFile(captions, '1\n00:00:00,000 --> 00:00:13,000\nThe mean of few is a liar\n');
  const staff = await visit();
  await landAs(staff.page, 'admin');
  await replace(staff.page, 'STA201 Business Statistics', '1. Can an average lie?', film, captions);

  const first = await enter();
  const lesson = await first.watch.open('Business Statistics', 'Can an average lie?');
  await first.watch.play();
  await until(first.watch, ({ time, paused, duration }) => time > 0.5 && !paused && duration < 15);
  await until(first.watch, ({ said }) => said === 'The mean of few is a liar');
  await first.watch.pick(/^Quality:/u, '240p');
  await until(first.watch, ({ height }) => height === 240);
  await first.watch.seekBar.focus();
  await first.page.keyboard.press('Home');
  await until(first.watch, ({ time }) => time < 3);
  await until(first.watch, ({ time }) => time > 5);
  const reported = first.page.waitForResponse((answer) => answer.url().endsWith('/watching') && answer.ok());
  await first.page.keyboard.press('k');
  await reported;
  const left = (await first.watch.state()).time;
  await first.page.close();

  const second = await enter();
  await second.page.goto('/dashboard/workplace');
  const onward = second.page.getByRole('region', { name: 'Continue watching' });
  await onward.getByRole('link', { name: /Can an average lie/u }).click();
  await second.page.waitForURL(`**/student/watch?lesson=${lesson}`);
  await second.watch.play();
  await until(second.watch, ({ time }) => Math.abs(time - left) < 3);
  await until(second.watch, ({ time, duration }) => duration > 0 && time >= duration - 0.5);
  await second.page.getByText('100% of course watched').waitFor();
  await second.page.goto('/dashboard/workplace');
  const progress = second.page.getByRole('table', { name: 'Course progress' });
  await expect.poll(() => progress.textContent()).toMatch(/Business Statistics100%/u);
  await expect.poll(() => second.page.evaluate(() => localStorage.getItem('course-progress'))).toMatch(/:100[,}]/u);
  const timetable = new TimetablePage(second.page);
  await timetable.open('?week=5&view=week');
  await timetable.grid.getByRole('button', { name: /^Business Statistics.*Watched$/u }).click();
  await timetable.panel.getByText('Watched', { exact: true }).waitFor();
  expect(await axeViolations(second.page)).toEqual([]);
  expect(await timetable.panel.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(
    `/student/watch?lesson=${lesson}`,
  );
});

test('[2.22] a connection lost during playback is reported, and playback continues once it is back', async () => {
  const { page, watch } = await enter();
  await page.route('**/*.m4s', (route) =>
    /_0000[0-2]\.m4s$/u.test(route.request().url()) ? route.continue() : route.abort('internetdisconnected'),
  );
  await watch.open('Marketing', 'Know the customer');
  await watch.play();
  await page.getByRole('heading', { name: 'Connection lost' }).waitFor();
  const { time: stopped } = await watch.state();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
  await until(watch, ({ time, paused }) => time > stopped + 1 && !paused);
  expect(await page.getByRole('heading', { name: 'Connection lost' }).count()).toBe(0);
});

test('[2.22] without ffmpeg an MP4 file plays as it was uploaded', async () => {
  const { film } = await makeFilm('as-it-is.mp4', 5);
  const college = await startCollege({ PATH: '/nowhere' });
  onTestFinished(() => college.stop());
  const staff = await visit({ options: { baseURL: college.url } });
  const admin = college.logins.find(({ role }) => role === 'admin');
  await storeSession(staff.page, admin);
  await staff.page.goto('/admin/recordings');
  await staff.page.getByRole('combobox', { name: 'Course', exact: true }).selectOption({ label: 'MKT201 Marketing' });
  await staff.page.getByRole('textbox', { name: 'Title of the new lesson' }).fill('As it is');
  await staff.page.getByLabel('File', { exact: true }).setInputFiles(film);
  await staff.page.getByRole('button', { name: 'Upload', exact: true }).click();
  const row = staff.page.getByRole('listitem').filter({ hasText: 'as-it-is.mp4' });
  await row.getByText('Ready').waitFor();
  await row.getByRole('link', { name: 'As it is' }).click();
  const watch = new WatchPage(staff.page);
  await watch.play();
  await until(watch, ({ time, height }) => time > 1 && height === 360);
  const source = await watch.video.evaluate((video: HTMLVideoElement) => video.currentSrc);
  expect(source).toMatch(/\/original\.mp4$/u);
});
