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

/** A number greater than any that these tests have sent before. */
function nextTimestamp(): number {
  last = Math.max(last + 1, Date.now());
  return last;
}

/** Sends a form or JSON to a college as the app does, and reads the answer. */
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
 * Stores a new session of somebody in the page's profile, for tests that are not about the login form. No page of the
 * portal is open afterwards.
 */
export async function storeSession(page: Page, who: Who = 'user'): Promise<void> {
  const login = typeof who === 'string' ? demoLogin(who) : who;
  await page.goto('/app-config.json'); // the smallest document at the college's address
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

/** The same, and opens the page on which they land. */
export async function landAs(page: Page, who: Who = 'user'): Promise<void> {
  await storeSession(page, who);
  await page.goto('/');
  await page.locator('#main h1:visible').waitFor();
  await waitUntilQuiet(page);
}

/**
 * Ends the session as the server sees it and presses something, in one task of the page: a call between the two would
 * be refused first, and its dialog would lie over what is to be pressed.
 */
export async function pressWithoutSession(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    localStorage.setItem('token', 'ended');
    element.click();
  });
}
