import { expect, test } from 'vitest';
import { visit } from './visit';

test('[2.19] the app mounts on one root element and breaks no content policy', async () => {
  const { page } = await visit();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      complaints.push(message.text());
    }
  });
  await page.goto('/login');
  expect(await page.locator('body > :not(script)').count()).toBe(1);
  expect(await page.locator('#root').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('[1.4] the stored theme is on the page before its first paint', async () => {
  const { page } = await visit({ theme: 'dark', locale: 'zh-CN' });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForSelector('#root', { state: 'attached' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
});
