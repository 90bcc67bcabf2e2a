import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeSession } from './session';
import { visit } from './visit';

/** Holds the first change request until released. Later ones pass. */
async function holdFirst(page: Page, path: RegExp): Promise<{ held: Promise<void>; letGo: () => void }> {
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let first = true;
  await page.route(path, async (route) => {
    if (first && route.request().method() === 'PATCH') {
      first = false;
      arrive();
      await gate;
    }
    await route.continue();
  });
  return { held, letGo };
}

test('[2.20] of two quick changes of an address the last one wins, on screen and on the server', async () => {
  const { page } = await visit();
  await storeSession(page, 'user');
  await page.goto('/student/userinfo');
  const save = async (address: string): Promise<void> => {
    await page.getByRole('button', { name: /^(?:Add|Change) Address$/u }).click();
    await page.getByLabel('Address').fill(address);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  const { held, letGo } = await holdFirst(page, /\/api\/student$/u);
  await save('1 First Street');
  await held;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await save('2 Second Street');
  letGo();
  await page.getByText('2 Second Street').waitFor();
  await page.reload();
  await page.getByText('2 Second Street').waitFor();
  expect(await page.getByText('1 First Street').count()).toBe(0);
});
