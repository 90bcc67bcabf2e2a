import type { Page } from 'playwright-core';
import { headersOf } from '@/shared/api/request';
import { decodeIdentity } from '@/shared/store/identity';

/** Calls the server directly as the page's user, for things that have no page. Throws on failure. */
export async function call<T>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
): Promise<T> {
  const { signSecret, token, stored } = await page.evaluate(async () => {
    const config = (await (await fetch('/app-config.json')).json()) as { signSecret: string };
    const [token = null, stored = null] = ['token', 'user-identity'].map((key) => localStorage.getItem(key));
    return { ...config, token, stored };
  });
  const caller = { token, identity: decodeIdentity(stored ?? ''), language: 'en-US' };
  const type = body === undefined ? undefined : 'application/json;charset=UTF-8';
  const headers = Object.fromEntries(headersOf(caller, Date.now(), signSecret, { type, etag: undefined }));
  const answer = await page.evaluate(
    async ([url, init]) => (await (await fetch(url, init)).json()) as { succeeded: boolean },
    [path, { method, headers, ...(body && { body: JSON.stringify(body) }) }] as const,
  );
  if (!answer.succeeded) {
    throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  }
  return (answer as unknown as { data: T }).data;
}
