import type { Parsed } from '@/shared/api/query';
import { landing, type KnownRoute, type Place } from './route-meta';

/** The router's name for the rest of a path behind `$`. */
const splat = '_splat';

/** The login page's query that remembers the requested page: the route's name plus its query. */
export function rememberPlace(
  name: string,
  query: Readonly<Record<string, Parsed>>,
  parameters: Readonly<Record<string, string>> = {},
): Record<string, Parsed> {
  const { '*': _same, ...rest } = parameters; // the router reports the splat under two names
  return { ...query, ...rest, redirect: name };
}

/** Where to go after login. Only routes of the app can be named, so there is no open redirect. */
export function rememberedPlace(
  { redirect: wanted, ...query }: Readonly<Record<string, Parsed>>,
  routes: readonly KnownRoute[],
): Place {
  const route = routes.find((known) => known.name === wanted && known.path !== '/login');
  if (route === undefined) {
    return { to: landing, search: {} };
  }
  const search: Record<string, Parsed> = { ...query };
  const to = route.path.replaceAll(/\$(\w*)/gu, (_, name: string) => {
    const parameter = name === '' ? splat : name;
    const value = search[parameter];
    delete search[parameter];
    const text = typeof value === 'string' ? value : '';
    return (name === '' ? text.split('/') : [text]).map(encodeURIComponent).join('/');
  });
  return { to, search };
}

/** The target behind /redirect/ with its query if it is on this site; otherwise the landing page. */
export function sentOn(path: string, search: Readonly<Record<string, Parsed>>, origin: string): Place {
  // Browsers read \ as / and drop control characters, so such paths could become another host's address.
  // oxlint-disable-next-line no-control-regex -- control characters are what must not pass
  const suspicious = /[\\\u0000-\u0020\u007F]|^\/|^[\w+.-]*:/u.test(path);
  const target = suspicious || !URL.canParse(`/${path}`, origin) ? null : new URL(`/${path}`, origin);
  // Resolving dots can leave a path that starts with two slashes, which is another host's address.
  if (target === null || target.origin !== origin || /^\/(?:\/|redirect)/u.test(target.pathname)) {
    return { to: landing, search: {} };
  }
  return { to: target.pathname, search };
}
