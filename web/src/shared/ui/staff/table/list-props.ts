import type { UseInfiniteQueryResult } from '@tanstack/react-query';

/** What a table needs to know of a list that the server gives page by page. */
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
