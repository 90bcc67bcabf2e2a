import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from './button';
import { WarningIcon } from './icons';
import { Cluster } from './layout';
import styles from './query-view.module.css';
import { SkeletonLines } from './skeleton';
import { ErrorState } from './state';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;
  /** Placeholders of the content's size; lines of text by default. */
  skeleton?: ReactNode;
  /** Shown instead if `isEmpty` returns true. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

const nothing = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** Handles loading, failure, empty and loaded in one place. Old data stays after a failed refetch, with a note. */
export function QueryView<T>({ query, skeleton, empty, isEmpty = nothing, children }: Props<T>) {
  const { t } = useTranslation('shared');
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error === null ? (
      (skeleton ?? <SkeletonLines />)
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      {error !== null && (
        <Cluster as="p" gap={2} role="status" className={styles['stale']}>
          <WarningIcon size={16} />
          {t('ui.stale')}
          <Button size="s" variant="text" loading={query.isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </Cluster>
      )}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  );
}
