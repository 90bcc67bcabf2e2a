import { appendFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { flawsInAll, openAs } from './appearance';
import { makeFilm } from './film';
import { takePicture } from './picture';
import { landAs } from './session';
import { visit } from './visit';
import { WatchPage } from './watch-page';

/** The recordings page as staff use it (in English). */
async function openRecordings(): Promise<Page> {
  const { page } = await visit();
  await landAs(page, 'admin');
  return page;
}

/** Fills in the form for a new lesson of a course and submits it; resolves with its row in the list. */
async function upload(page: Page, film: string, title: string): Promise<Locator> {
  await page.goto('/admin/recordings');
  await page.getByRole('combobox', { name: 'Course', exact: true }).selectOption({ label: 'MKT201 Marketing' });
  await page.getByRole('textbox', { name: 'Title of the new lesson' }).fill(title);
  await page.getByLabel('File', { exact: true }).setInputFiles(film);
  await page.getByText(path.basename(film), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
}

test('[2.22] a recording is uploaded, prepared and played', async () => {
  const { folder, film } = await makeFilm('channels.mp4');
  const page = await openRecordings();
  const row = await upload(page, film, 'Channels, filmed');
  await row.getByText('Ready').waitFor();
  const published = row.getByRole('switch', { name: 'Publish to students' });
  await published.click();
  await expect.poll(() => published.isChecked()).toBe(true);

  await row.getByRole('button', { name: /^More/u }).click();
  const captions = path.join(folder, 'english.srt');
  await writeFile(captions, '1\n00:00:00,000 --> 00:00:07,000\nFrom the maker to the buyer\n');
  await row.getByLabel('Add captions in English').setInputFiles(captions);
  await row.getByRole('link', { name: 'English' }).waitFor();
  const paper = path.join(folder, 'channels.txt');
  await writeFile(paper, 'Direct, retail, wholesale.');
  await row.getByLabel('Add a file').setInputFiles(paper);
  await row.getByRole('link', { name: 'channels.txt' }).waitFor();
  const lines = row.getByRole('textbox', { name: 'Chapters, one per line' });
  await lines.fill('0:00 直销 | Direct\n0:04 零售 | Retail');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/chapters') && answer.ok());
  await row.getByRole('button', { name: 'Save chapters' }).click();
  await saved;
  await takePicture(page, 'recordings/recordings');

  await row.getByRole('link', { name: 'Channels, filmed' }).click();
  const watch = new WatchPage(page);
  await watch.play();
  await expect.poll(async () => (await watch.state()).time).toBeGreaterThan(1);
  await expect.poll(async () => Math.abs((await watch.state()).duration - 8)).toBeLessThan(1);
  await page.getByText('From the maker to the buyer').first().waitFor();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('link', { name: /channels\.txt/u }).waitFor();
});

/** The offset at which a request continues an upload. */
const sentFrom = (request: Request): number => Number(request.headers()['upload-offset'] ?? 0);

/** Pads a film beyond one piece of an upload with a box that players skip; resolves with its size. */
async function lengthen(film: string, by: number): Promise<number> {
  const box = Buffer.alloc(by);
  box.writeUInt32BE(by);
  box.write('free', 4, 'latin1');
  await appendFile(film, box);
  return (await stat(film)).size;
}

test('[2.22] an interrupted upload continues after a reload where it stopped', async () => {
  const { film } = await makeFilm('long.mp4');
  const size = await lengthen(film, 20_000_000);
  const page = await openRecordings();
  const sent: { method: string; offset: number }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/uploads')) {
      sent.push({ method: request.method(), offset: sentFrom(request) });
    }
  });
  // The first piece arrives, and the connection breaks during the second.
  await page.route('**/api/admin/uploads/*', (route) =>
    sentFrom(route.request()) === 0 ? route.continue() : route.abort('connectionreset'),
  );
  const broken = page.waitForEvent('requestfailed', (request) => sentFrom(request) > 0);
  await upload(page, film, 'Cut and gone on');
  const stored = sentFrom(await broken);
  expect(stored).toBeLessThan(size);

  await page.reload(); // before the connection is back, or the page would continue automatically
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  sent.length = 0;
  const row = await upload(page, film, 'Cut and gone on');
  await row.getByText('Ready').waitFor();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([{ method: 'PATCH', offset: stored }]);

  await row.getByRole('button', { name: /^More/u }).click();
  await row.getByRole('button', { name: 'Delete Cut and gone on' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const bin = page.getByRole('region', { name: 'Bin' });
  await bin.getByRole('listitem').filter({ hasText: 'Cut and gone on' }).waitFor();
});

test('[2.22] axe finds nothing on the recordings page, and it fits the screen', async () => {
  const page = await openAs('admin', {});
  await page.goto('/admin/recordings');
  const row = page.getByRole('listitem').filter({ hasText: 'Know the customer' });
  await row.getByRole('button', { name: /^More/u }).click();
  await row.getByRole('textbox', { name: 'Chapters, one per line' }).waitFor();
  await row
    .getByRole('button', { name: /^Delete/u })
    .last()
    .click();
  await page.getByRole('alertdialog').waitFor();
  expect(await flawsInAll(page, 'recordings/delete')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await flawsInAll(page, 'recordings/recordings')).toEqual([]);
});
