import { i18n } from '@/shared/i18n/i18n';
import { identity, token } from '@/shared/store/session';
import { openAnswer, readAnswer, refuseUnlessOk } from './answer';
import { api, appConfig, clock, say } from './api';
import { bustCache, headersOf } from './request';

/** The signed headers of a request that something else sends, such as an upload in pieces. */
export async function signedHeaders(): Promise<Headers> {
  const { signSecret } = await appConfig();
  const caller = { token: token.get(), identity: identity.get(), language: i18n.locale() };
  return headersOf(caller, await clock.next(), signSecret, { type: undefined, etag: undefined });
}

/** Sends a file as it is and answers the envelope's data; a refusal is said and thrown as any call's is. */
export function sendFile(
  method: 'POST' | 'PUT',
  path: string,
  file: Blob | FormData,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<unknown> {
  const task = async (): Promise<unknown> => {
    const response = await fetch(path, {
      method,
      headers: await signedHeaders(),
      body: file,
      cache: 'no-store',
      credentials: 'same-origin',
    });
    return openAnswer('post', await readAnswer(response), say);
  };
  return api.other(task, { quiet });
}

/** Fetches a file that needs the usual headers, such as a photo, where an <img> or a link alone would be refused. */
export function fetchFile(
  path: string,
  { signal, quiet = false }: { signal?: AbortSignal; quiet?: boolean } = {},
): Promise<Blob> {
  const task = async (): Promise<Blob> => {
    const response = await fetch(bustCache(path, clock.now()), {
      headers: await signedHeaders(),
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'same-origin',
    });
    await refuseUnlessOk(response, say);
    return response.blob();
  };
  return api.other(task, { quiet });
}
