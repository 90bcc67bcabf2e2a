import { createContext, use, useCallback } from 'react';

/** A page's own location: a hidden page keeps its last one. */
export interface PageLocation {
  /** Path and query. */
  fullPath: string;
  /** The query's plain text values. */
  query: Readonly<Record<string, string | undefined>>;
  /** The values of the path's $names. */
  parameters: Readonly<Record<string, string>>;
  /** Changes some values of the page's query in the address; see useUrlState. */
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

/**
 * The page's state in its address. A change shows immediately, and merges with the address as it is at that moment.
 * History: push what a person would undo with Back, such as another class, view or filter; replace, which is the
 * default, for typed text and for what follows from something else.
 */
export function useUrlState(): Pick<PageLocation, 'query' | 'setQuery'> {
  return usePageLocation();
}

/** One text value of the page's state in its address, and its setter. */
export function useQueryParam(name: string): [value: string | undefined, set: (next: string | undefined) => void] {
  const { query, setQuery } = useUrlState();
  const set = useCallback((next: string | undefined) => setQuery({ [name]: next }), [setQuery, name]);
  return [query[name], set];
}
