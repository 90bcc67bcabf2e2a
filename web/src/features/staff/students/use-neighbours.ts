import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useValue } from '@/shared/store/value';
import type { StudentFilter } from './filter';
import { lastList } from './list-store';
import { studentsIn, studentsQueries } from './queries';

/** The previous and next student in the list that the user came from. */
interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** From 1; 0 if the student isn't in the list. */
  place: number;
  total: number | undefined;
  /** The URL of the list with its filters. */
  back: string;
}

const noFilter: StudentFilter = {};

/** Finds the previous and next student. It loads the next page when the end is near. */
export function useNeighbours(student: string): Neighbours {
  const list = useValue(lastList);
  const query = useInfiniteQuery({
    ...studentsQueries.list(list?.filter ?? noFilter),
    enabled: false, // only reads the cache: the list does the fetching
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
