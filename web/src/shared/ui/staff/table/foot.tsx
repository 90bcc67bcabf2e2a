import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Cluster } from '@/shared/ui/layout';
import type { DataTableProps } from './props';
import styles from './table.module.css';

/** The number of rows, and whether more are loading. */
export function Foot<Row>({ shown, props }: { shown: number; props: DataTableProps<Row> }) {
  const { t } = useTranslation('staff');
  const { t: shared } = useTranslation('shared');
  const { total, hasMore = false, cut = false, pending = false, error, onRetry } = props;
  const failed = error !== undefined && error !== null;
  const count = !hasMore
    ? t(cut ? 'table.cut' : 'table.count', { count: shown })
    : total === undefined
      ? t('table.shownOfMany', { count: shown })
      : t('table.shownOf', { shown, total });
  return (
    <Cluster gap={2} role="status" className={styles['foot']}>
      <span>{count}</span>
      {failed && <span>{t('table.moreFailed')}</span>}
      {failed && onRetry && (
        <Button size="s" variant="text" onClick={onRetry}>
          {shared('ui.retry')}
        </Button>
      )}
      {hasMore && pending && <span>{t('table.loadingMore')}</span>}
    </Cluster>
  );
}
