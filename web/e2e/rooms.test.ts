import { expect, test } from 'vitest';
import { storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';

test('[2.21] a student finds a free room and until when, and its timetable agrees', async () => {
  const { page } = await visit();
  await storeSession(page, 'user');
  await page.goto('/rooms');
  await page.getByText(/^\d+ rooms? (?:is|are) free on /u).waitFor();
  const answer = page.waitForResponse((response) => response.url().includes('at=07'));
  await page.getByLabel('Time').fill('07:00');
  await answer;
  await waitUntilQuiet(page);
  const free = page.getByRole('link', { name: /Free until \d\d:\d\d/u });
  await free.first().waitFor();
  const { room = '', until = '' } =
    /^(?<room>.*)\s+Free until (?<until>\d\d:\d\d)/u.exec(await free.first().innerText())?.groups ?? {};
  expect(until).not.toBe('');
  await free.first().click();
  await page.waitForURL('**/rooms/*');
  await page.getByRole('heading', { level: 1, name: room.trim() }).waitFor();
  await page.getByText(until).filter({ visible: true }).first().waitFor();
});
