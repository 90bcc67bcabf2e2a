import { i18n } from '@/shared/i18n/i18n';
import { identity, token } from '@/shared/store/session';
import { appConfig, clock } from './api';
import { bustCache, headersOf } from './request';

/** Fetches a file that stands behind the usual headers, such as a photo, where an <img> alone would be refused. */
export async function fetchFile(path: string, signal: AbortSignal): Promise<Blob> {
  const { signSecret } = await appConfig();
  const caller = { token: token.get(), identity: identity.get(), language: i18n.locale() };
  const response = await fetch(bustCache(path, clock.now()), {
    headers: headersOf(caller, await clock.next(), signSecret, { type: undefined, etag: undefined }),
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
  });
  if (!response.ok) {
    throw new TypeError(`${path}: ${response.status}`);
  }
  return response.blob();
}
