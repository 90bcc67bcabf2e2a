import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LoginPage } from './login-page';
import { visit } from './visit';
import { WatchPage } from './watch-page';

/** Collects violations of the page's Content-Security-Policy, including Trusted Types. */
async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      (globalThis as unknown as { noteViolation: (text: string) => void }).noteViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
  return found;
}

test('pages keep to their content policy: login, timetable, player and service worker', async () => {
  const { page } = await visit({ worker: true });
  const violations = await violationsOf(page);
  await new LoginPage(page).enter();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready; // it was registered under the policy
  });
  const watch = new WatchPage(page);
  await watch.open('Marketing', 'Know the customer');
  await watch.play();
  await expect.poll(async () => (await watch.state()).time).toBeGreaterThan(0.5);
  for (const path of ['/student/userinfo', '/message', '/user/setting?tab=security', '/student/timetable']) {
    await page.goto(path);
    await page.getByRole('main').first().waitFor();
  }
  expect(violations).toEqual([]);
});

test('a text cannot become markup or the address of a script', async () => {
  const { page } = await visit();
  await page.goto('/login');
  await new LoginPage(page).title.waitFor();
  const attempts = await page.evaluate(async () => {
    const attempt = async (run: () => unknown): Promise<string> => {
      try {
        await run();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    return {
      markup: await attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      script: await attempt(() => (document.createElement('script').src = '/assets/x.js')),
      worker: await attempt(() => new Worker('/assets/x.js')),
      // oxlint-disable-next-line no-implied-eval
      text: await attempt(() => setTimeout('alert(1)')),
      policy: await attempt(() =>
        (
          globalThis as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
          }
        ).trustedTypes.createPolicy('mine', {}),
      ),
    };
  });
  expect(attempts).toEqual({
    markup: 'TypeError',
    script: 'TypeError',
    worker: 'TypeError',
    text: 'TypeError',
    policy: 'TypeError',
  });
});
