import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useValue } from '@/shared/store/value';
import type { StudentFilter } from './filter';
import { lastList } from './list-store';
import { studentsIn, studentsQueries } from './queries';

/** The students around one in the list that somebody came from. */
interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** Counted from 1; 0 outside of the list. */
  place: number;
  /** How many there are, where that is known. */
  total: number | undefined;
  /** The list, as it was left. */
  back: string;
}

const noFilter: StudentFilter = {};

/** Who comes before and after a student. Near the end of what is here the next part of the list is asked for. */
export function useNeighbours(student: string): Neighbours {
  const list = useValue(lastList);
  const query = useInfiniteQuery({
    ...studentsQueries.list(list?.filter ?? noFilter),
    enabled: false, // the list itself asks; here it is walked through
  });
  const items = list === null ? [] : studentsIn(query.data);
  const at = items.findIndex(({ id }) => id === student);
  const [first] = query.data?.pages ?? [];
  const nearEnd = at >= 0 && at >= items.length - 2;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    previous: at > 0 ? items[at - 1]?.id : undefined,
    next: at >= 0 ? items[at + 1]?.id : undefined,
    place: at + 1,
    total: first === undefined || first.more ? undefined : first.total,
    back: list?.href ?? '/admin/students',
  };
}
