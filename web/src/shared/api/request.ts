import { tidy } from './body';
import { md5 } from './md5';
import { formatQuery, type QueryValue } from './query';
import type { CallOptions } from './types';

/** A call as it is sent, without its types. */
export interface Call extends CallOptions {
  query?: { readonly [key: string]: QueryValue };
  path?: Readonly<Record<string, string | number>>;
  body?: unknown;
  form?: Readonly<Record<string, string>>;
}

/** The session of a call. */
export interface Caller {
  token: string | null;
  identity: string | null;
  language: string;
}

function withMark(url: string, mark: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}_t=${mark}`;
}

/** The address of a call, without the cache-busting parameter. A question's body is part of it. */
export function urlOf(base: string, path: string, call: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(String(call.path?.[name] ?? '')),
  );
  const query = formatQuery(call.query ?? {});
  const url = base + filled + (query === '' ? '' : `?${query}`);
  return call.question === true && call.body !== undefined ? withMark(url, md5(JSON.stringify(call.body))) : url;
}

/** Makes the address unique, so that no cache on the way answers it. */
export function bustCache(url: string, now: number): string {
  return withMark(url, String(Math.trunc(now)));
}

/** The body and its content type: form, multipart form, JSON or none. */
export function bodyOf(call: Call): { body?: BodyInit; type?: string } {
  if (call.form !== undefined) {
    const form = new URLSearchParams(tidy(call.form) as Record<string, string>);
    return { body: form.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  if (call.body instanceof FormData) {
    return { body: call.body }; // the browser adds the type with its boundary
  }
  return call.body === undefined
    ? {}
    : { body: JSON.stringify(tidy(call.body)), type: 'application/json;charset=UTF-8' };
}

/** The headers of every request, and those of this one. */
export function headersOf(
  { token, identity, language }: Caller,
  timestamp: number,
  signSecret: string,
  own: { type: string | undefined; etag: string | undefined },
): Headers {
  const headers: Record<string, string | null | undefined> = {
    Accept: 'application/json',
    'Accept-Language': language,
    Authorization: token === null ? null : `Bearer ${token}`,
    MiniProgramIdentity: identity,
    'X-Timestamp': btoa(String(timestamp)),
    'X-Signature': md5(String(timestamp) + signSecret),
    'Content-Type': own.type,
    'If-None-Match': own.etag,
  };
  return new Headers(Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
