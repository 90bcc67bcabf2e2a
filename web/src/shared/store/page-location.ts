import { createContext, use, useCallback } from 'react';

/** A page's own location: a hidden page keeps its last one. */
export interface PageLocation {
  /** Path and query. */
  fullPath: string;
  /** The query's plain text values. */
  query: Readonly<Record<string, string | undefined>>;
  /** The values of the path's $names. */
  parameters: Readonly<Record<string, string>>;
  /** Changes the page's query in the address, replacing the history entry by default. */
  setQuery: (change: Readonly<Record<string, string | undefined>>, how?: 'replace' | 'push') => void;
  /** Marks what the address asks for as missing, so that no link leads back to it. */
  markGone: () => void;
}

/** Provided by the shell around each page. */
export const PageLocationContext = createContext<PageLocation>({
  fullPath: '',
  query: {},
  parameters: {},
  setQuery: () => undefined,
  markGone: () => undefined,
});

/** The page's own location. Use it instead of the router's: a hidden page must not read another page's query. */
export function usePageLocation(): PageLocation {
  return use(PageLocationContext);
}

/** One text value of the page's query, and its setter. */
export function useQueryParam(name: string): [value: string | undefined, set: (next: string | undefined) => void] {
  const { query, setQuery } = usePageLocation();
  const set = useCallback((next: string | undefined) => setQuery({ [name]: next }), [setQuery, name]);
  return [query[name], set];
}
