import { createContext, use, useCallback } from 'react';

/** Where a page is, as the page itself sees it: a hidden page stays where it was left. */
export interface PageLocation {
  /** Path, query and all. */
  fullPath: string;
  /** What stands in the query as plain text. */
  query: Readonly<Record<string, string | undefined>>;
  /** What stands in the place of the path's $names. */
  parameters: Readonly<Record<string, string>>;
  /** Changes the page's own query in the address; it stands in for the present entry unless told to push one. */
  setQuery: (change: Readonly<Record<string, string | undefined>>, how?: 'replace' | 'push') => void;
  /** Says that what the address asks for is not there, so that no link leads back to it. */
  markGone: () => void;
}

/** Filled in by the shell around each page. */
export const PageLocationContext = createContext<PageLocation>({
  fullPath: '',
  query: {},
  parameters: {},
  setQuery: () => undefined,
  markGone: () => undefined,
});

/** The page's own location. Prefer it to the router's: a hidden page must not read another page's query. */
export function usePageLocation(): PageLocation {
  return use(PageLocationContext);
}

/** One text value of the page's query, and how to change it. */
export function useQueryParam(name: string): [value: string | undefined, set: (next: string | undefined) => void] {
  const { query, setQuery } = usePageLocation();
  const set = useCallback((next: string | undefined) => setQuery({ [name]: next }), [setQuery, name]);
  return [query[name], set];
}
