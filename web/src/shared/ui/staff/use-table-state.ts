import { useMemo, useState } from 'react';
import { useUrlState } from '@/shared/store/page-location';
import { storeDraft, readDraft } from './draft';
import { readState, writeState } from './table/address';
import type { TableState } from './table/types';

interface Options {
  /** The ids of the table's filters; each is a name in the address beside `sort`, `hide` and `q`. */
  filters: readonly string[];
  /** The columns that are hidden by default. */
  hidden?: readonly string[];
  /**
   * Stores the search text under this name in the tab instead of the address. For searches that name people: addresses
   * are logged, visible to others and sent to colleagues.
   */
  privateSearch?: string;
}

const none: readonly string[] = [];

/** The state of a table in the page's address, so that reloading, going back and sharing a link show the same rows. */
export function useTableState(options: Options): [state: TableState, set: (next: TableState) => void] {
  const { filters, hidden = none, privateSearch } = options;
  const { query, setQuery } = useUrlState();
  const draftName = `search ${privateSearch ?? ''}`;
  const [search, setSearch] = useState(() =>
    privateSearch === undefined ? '' : (readDraft(draftName, { search: '' })?.search ?? ''),
  );
  const address = useMemo(() => readState(query, filters, hidden), [query, filters, hidden]);
  const state = useMemo(
    () => (privateSearch === undefined ? address : { ...address, search }),
    [privateSearch, address, search],
  );
  const set = (next: TableState): void => {
    if (privateSearch !== undefined && next.search !== search) {
      setSearch(next.search);
      storeDraft(draftName, { began: { search: '' }, values: { search: next.search } });
    }
    const change = writeState(next, filters, hidden);
    const before = writeState(state, filters, hidden);
    // Going back undoes filters, but not every letter that was typed.
    const narrowed = filters.some((id) => change[id] !== before[id]);
    const inAddress = privateSearch === undefined ? change : { ...change, q: undefined };
    if (Object.keys(inAddress).some((name) => inAddress[name] !== writeState(address, filters, hidden)[name])) {
      setQuery(inAddress, narrowed ? 'push' : 'replace');
    }
  };
  return [state, set];
}
