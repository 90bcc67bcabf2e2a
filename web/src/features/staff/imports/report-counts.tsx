import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Cluster } from '@/shared/ui/layout';
import styles from './report.module.css';
import type { ImportItem, Report } from './queries';

const counts = ['created', 'changed', 'unchanged', 'refused', 'removed'] as const;

/** The number of rows per effect. */
export function ReportCounts({ item }: { item: Pick<ImportItem, (typeof counts)[number]> }) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  return (
    <Cluster as="dl" gap="3 8" align="stretch" className={styles['counts']}>
      {counts
        .filter((name) => name !== 'removed' || item.removed > 0)
        .map((name) => (
          <div key={name} data-bad={name === 'refused' && item.refused > 0 ? true : undefined}>
            <dd>{number(item[name])}</dd>
            <dt>{t(`count.${name}`)}</dt>
          </div>
        ))}
    </Cluster>
  );
}

/** The changed fields, each with its number of records. */
export function ReportChanges({ fields }: Pick<Report, 'fields'>) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  return (
    fields.length > 0 && (
      <Cluster as="p" gap="1 2" align="stretch" className={styles['changes']}>
        {t('report.changes')}{' '}
        {fields.map(({ field, title, count }) => (
          <span key={field} className={styles['field']}>
            {title} {number(count)}
          </span>
        ))}
      </Cluster>
    )
  );
}
