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
  /** Shapes in the size of the content; lines of text when absent. */
  skeleton?: ReactNode;
  /** What to show instead when `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

const nothing = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** The one place that knows loading, failed, empty and there. Old data outlives a failed refresh, and says so. */
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
