import type { Locator, Page } from 'playwright-core';
import type { AppConfig } from '@/shared/api/config';
import { bodyOf, headersOf, type Call } from '@/shared/api/request';
import { encodeIdentity } from '@/shared/store/identity';
import { storageKeys } from '@/shared/store/keys';
import type { DemoLogin } from './college';
import { demoLogin } from './login-page';
import { waitUntilQuiet } from './visit';

type Who = DemoLogin['role'] | DemoLogin;

let last = 0;

/** Greater than any timestamp that these tests have sent before. */
function nextTimestamp(): number {
  last = Math.max(last + 1, Date.now());
  return last;
}

/** Posts a form or JSON to a college as the app does, and returns the answer. */
async function post<T>(url: string, secret: string, token: string | null, call: Call): Promise<T> {
  const { body, type } = bodyOf(call);
  const caller = { token, identity: null, language: 'en-US' };
  const headers = headersOf(caller, nextTimestamp(), secret, { type, etag: undefined });
  const answer = await fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) });
  if (!answer.ok) {
    throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  }
  return (await answer.json()) as T;
}

/**
 * Logs in and stores the session in the page's profile, for tests that aren't about the login form. No page of the
 * portal is open afterwards.
 */
export async function storeSession(page: Page, who: Who = 'user'): Promise<void> {
  const login = typeof who === 'string' ? demoLogin(who) : who;
  await page.goto('/app-config.json'); // the smallest document of the college's origin
  const { origin } = new URL(page.url());
  const settings = await fetch(page.url());
  const { signSecret, clientId, clientSecret, scope } = (await settings.json()) as AppConfig;
  const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope };
  const { access_token: token } = await post<{ access_token: string }>(
    `${origin}/api/Identity/connect/token`,
    signSecret,
    null,
    { form },
  );
  const body = { phoneNumber: login.phone, password: login.password };
  const { data } = await post<{ data: { id: string; name: string } }>(
    `${origin}/api/Students/Students/Login`,
    signSecret,
    token,
    { body },
  );
  await page.evaluate((items) => items.forEach(([key, value]) => localStorage.setItem(key, value)), [
    [storageKeys.token, token],
    [storageKeys.identity, encodeIdentity(data.id)],
    [storageKeys.name, data.name],
  ] as const);
}

/** Stores a session and opens the start page. */
export async function landAs(page: Page, who: Who = 'user'): Promise<void> {
  await storeSession(page, who);
  await page.goto('/');
  await page.locator('#main h1:visible').waitFor();
  await waitUntilQuiet(page);
}

/**
 * Ends the session and clicks, in one task of the page: a request in between would be refused first, and its dialog
 * would cover the button.
 */
export async function pressWithoutSession(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    localStorage.setItem('token', 'ended');
    element.click();
  });
}
