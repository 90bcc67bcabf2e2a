import { i18n } from '@/shared/i18n/i18n';
import { identity, token } from '@/shared/store/session';
import { openAnswer, readAnswer, refuseUnlessOk } from './answer';
import { api, appConfig, clock, clientText } from './api';
import { bustCache, headersOf } from './request';

/** Signed headers for requests that the client doesn't send, such as chunked uploads. */
export async function signedHeaders(): Promise<Headers> {
  const { signSecret } = await appConfig();
  const caller = { token: token.get(), identity: identity.get(), language: i18n.locale() };
  return headersOf(caller, await clock.next(), signSecret, { type: undefined, etag: undefined });
}

/** Sends a file as it is and resolves with the envelope's data; failures are reported and thrown like any call's. */
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
    return openAnswer('post', await readAnswer(response), clientText);
  };
  return api.other(task, { quiet });
}

/** Fetches a file that needs the usual headers, such as a photo; a plain <img> or link would be refused. */
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
    await refuseUnlessOk(response, clientText);
    return response.blob();
  };
  return api.other(task, { quiet });
}
