import type { UseInfiniteQueryResult } from '@tanstack/react-query';

/** The props of a table for a paginated list. */
export function listProps(list: UseInfiniteQueryResult) {
  return {
    hasMore: list.hasNextPage,
    onEnd: () => {
      if (!list.isFetching) {
        void list.fetchNextPage();
      }
    },
    pending: list.isPending || list.isFetchingNextPage,
    error: list.error,
    onRetry: () => void (list.data === undefined ? list.refetch() : list.fetchNextPage()),
  };
}
