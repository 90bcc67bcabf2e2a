import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { refresh } from '@/shared/api/cached';
import type { TableState } from '@/shared/ui/staff/table/types';
import { useSettled } from '@/shared/ui/use-settled';
import { byEffect, groupsOf, toRowFilter } from './effects';
import { importQueries, type Preview } from './queries';

/** The rows of a preview page by page; loaded pages are fetched again for a new preview. */
export function useRows(draft: string, preview: Preview, state: TableState) {
  const search = useSettled(state.search.trim());
  const filter = toRowFilter(state, search);
  const groups = groupsOf(preview, filter);
  const list = useInfiniteQuery(importQueries.rowsOf(draft, filter, groups));
  const rows = useMemo(() => {
    const here = list.data?.pages.flatMap((page) => page.rows) ?? [];
    return list.data?.pages.length === 1 ? byEffect(here) : here;
  }, [list.data]);
  const version = `${preview.fingerprint} ${preview.sample}`;
  const known = useRef(version);
  useEffect(() => {
    if (known.current !== version) {
      known.current = version;
      void refresh(importQueries.rows(draft));
    }
  }, [version, draft]);
  // With several groups, the server's total is only that of one group.
  return { list, rows, total: groups.length === 1 ? list.data?.pages[0]?.total : undefined };
}
