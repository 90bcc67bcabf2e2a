import { appendFile, copyFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appearances, flawsInAll, openAs } from './appearance';
import { makeFilm } from './film';
import { landAs, storeSession } from './session';
import { visit } from './visit';
import { WatchPage } from './watch-page';

/** An MP4 box that players skip: it makes a copy of a film a different, longer file. */
function box(size: number, text: string): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size);
  bytes.write('free', 4, 'latin1');
  bytes.write(text, size - text.length, 'latin1');
  return bytes;
}

/**
 * Makes a file look like a recording of last night, when nothing is taught: the current time could match a class that
 * starts now.
 */
async function recordAtNight(film: string, file: string, rest: Buffer): Promise<void> {
  await copyFile(film, file);
  await appendFile(file, rest);
  const night = new Date(Date.now() - 24 * 60 * 60 * 1000);
  night.setUTCHours(19, 0, 0, 0); // 03:00 at the college
  await utimes(file, night, night);
}

/**
 * A folder as a camera leaves it: a file with a certain match, one that fits two lessons, a large one, and companion
 * files.
 */
async function makeFolder(tag: string): Promise<string> {
  const { folder, film } = await makeFilm('first.mp4', 4);
  const week = path.join(folder, 'week');
  await mkdir(week);
  const names = [`MKT201 ${tag} sure.mp4`, `camera ${tag}.mp4`, `MKT201 ${tag} large.mp4`];
  for (const [index, name] of names.entries()) {
    const file = path.join(week, name);
    await recordAtNight(film, file, box(index === 2 ? 40_000_000 : 64 + index, `${tag}${index}`));
  }
  await writeFile(
    path.join(week, `MKT201 ${tag} sure.en.srt`),
    '1\n00:00:00,000 --> 00:00:03,000\nTaken from the folder\n',
  );
  await writeFile(path.join(week, `MKT201 ${tag} sure.txt`), '0:00 Beginning\n0:02 End\n');
  return week;
}

/** A word that no other test uses. */
const word = (begin: string): string => begin + crypto.randomUUID().replaceAll(/[^a-f]/gu, '');

/** Chooses a folder through the page's button. */
async function bring(page: Page, week: string): Promise<void> {
  await page.goto('/admin/recordings');
  await page.getByLabel('Choose a folder').first().setInputFiles(week);
  await page.getByRole('table', { name: 'Files of the folder' }).waitFor();
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Files of the folder' }).getByRole('row').filter({ hasText: name }).first();

test('[2.22] a folder is matched, corrected by key, cut, dropped again and published in bulk', async () => {
  const tag = word('Folder');
  const week = await makeFolder(tag);
  const { page } = await visit();
  await landAs(page, 'admin');
  // The large one stops after its first piece.
  await page.route('**/api/admin/uploads/*', (route) =>
    Number(route.request().headers()['upload-offset'] ?? 0) === 0 ? route.continue() : route.abort('connectionreset'),
  );
  const cut = page.waitForEvent('requestfailed', (request) => Number(request.headers()['upload-offset']) > 0);
  await bring(page, week);
  await rowOf(page, `camera ${tag}.mp4`).getByText('Choose a class').waitFor();
  await rowOf(page, `MKT201 ${tag} sure.mp4`)
    .getByText(/with MKT201 .*sure\.en\.srt/u)
    .waitFor();
  await cut;

  // A new lesson is only a likely match: its candidate has the key 1.
  await page.getByRole('button', { name: `MKT201 ${tag} sure.mp4`, exact: true }).click();
  await page.getByRole('list', { name: 'Possible matches' }).waitFor();
  await page.keyboard.press('1');
  await rowOf(page, `MKT201 ${tag} sure.mp4`).getByText('chosen').waitFor();
  await rowOf(page, `MKT201 ${tag} sure.mp4`).getByText('uploaded', { exact: true }).waitFor();

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload(); // before the connection is back, or the page would continue automatically
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const begun: string[] = [];
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/uploads') && request.method() === 'POST') {
      begun.push(request.url());
    }
    if (request.url().includes('/api/admin/uploads/') && request.method() === 'PATCH') {
      sent.push(Number(request.headers()['upload-offset']));
    }
  });
  await bring(page, week);
  await rowOf(page, `MKT201 ${tag} sure.mp4`)
    .getByText(/Already uploaded/u)
    .waitFor();
  await rowOf(page, `MKT201 ${tag} large.mp4`).getByText('uploaded', { exact: true }).waitFor();
  expect(begun).toEqual([]);
  expect(Math.min(...sent)).toBeGreaterThan(0);

  const listed = page.getByRole('listitem').filter({ hasText: `MKT201 ${tag} sure.mp4` });
  await listed.getByText('Ready').waitFor();
  await listed.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await listed.getByText('Current', { exact: true }).waitFor();

  const { page: student } = await visit();
  await storeSession(student, 'user');
  await new WatchPage(student).open('Marketing', `${tag} sure`);

  await listed.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: /^Put back .*sure/u }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed.getByText('Current', { exact: true }).waitFor();
});

test('[2.22] a class in two files becomes one recording that plays through both', async () => {
  const tag = word('Parts');
  const { folder, film } = await makeFilm('first.mp4', 4);
  const week = path.join(folder, 'week');
  await mkdir(week);
  for (const part of [1, 2]) {
    const file = path.join(week, `MKT201 ${tag} part${part}.mp4`);
    await recordAtNight(film, file, box(64 + part, `${tag}${part}`));
  }
  await writeFile(
    path.join(week, `MKT201 ${tag} part2.en.srt`),
    '1\n00:00:01,000 --> 00:00:03,000\nSaid in the second part\n',
  );
  const { page } = await visit();
  await storeSession(page, 'admin');
  await bring(page, week);
  const second = rowOf(page, `MKT201 ${tag} part2.mp4`);
  await second.getByText(`Join with MKT201 ${tag} part1.mp4 as part 2`).waitFor();
  await page.getByRole('button', { name: `MKT201 ${tag} part1.mp4`, exact: true }).click();
  const parts = page.getByRole('list', { name: 'Parts in playing order' });
  await parts.getByText(`Part 2: MKT201 ${tag} part2.mp4`).waitFor();
  await page.keyboard.press('1');
  await second.getByText('chosen').waitFor();

  const listed = page.getByRole('listitem').filter({ hasText: `Joined from MKT201 ${tag} part1.mp4` });
  await listed.getByText('Ready').waitFor();
  await listed.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await listed.getByText('Current', { exact: true }).waitFor();

  const { page: student } = await visit();
  await storeSession(student, 'user');
  const watch = new WatchPage(student);
  await watch.open('Marketing', tag);
  await watch.play();
  // After the end of the first part, which is four seconds long.
  await student.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 5);
  const { duration } = await watch.state();
  expect(duration).toBeGreaterThan(7.5);
  expect(duration).toBeLessThan(8.5);
});

test.each([{ phone: false }, { phone: true }])(
  '[2.22] axe finds nothing while a folder is on its way in, and it fits the screen (phone: $phone)',
  async ({ phone }) => {
    const tag = word('Look');
    const week = await makeFolder(tag);
    const page = await openAs('admin', { phone });
    await page.route('**/api/admin/uploads/**', () => undefined); // never answered, so the upload doesn't finish
    await page.goto('/admin/recordings');
    // Phones offer files, but no folders.
    const files = (await readdir(week)).map((name) => path.join(week, name));
    await page
      .getByLabel(phone ? 'Choose files' : 'Choose a folder', { exact: true })
      .first()
      .setInputFiles(phone ? files : week);
    await page.getByRole('button', { name: `MKT201 ${tag} sure.mp4`, exact: true }).click();
    await page.getByRole('list', { name: 'Possible matches' }).waitFor();
    expect(await page.getByRole('table').getByRole('progressbar').count()).toBeLessThan(4);
    const chosen = appearances.filter((how) => how.phone === phone);
    expect(await flawsInAll(page, 'folder/folder', chosen)).toEqual([]);
  },
);
