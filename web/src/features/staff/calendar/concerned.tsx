import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import { Skeleton } from '@/shared/ui/skeleton';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import type { Concerned } from './queries';

/** How many classes and people the change affects, or why it can't be saved. */
export function ConcernedView({ query }: { query: UseQueryResult<Concerned> }) {
  const { t } = useTranslation('calendar');
  const { data, error } = query;
  if (error !== null) {
    return <p role="alert">{errorText(error)}</p>;
  }
  if (data === undefined) {
    return query.isFetching ? <Skeleton height={24} /> : null;
  }
  return (
    <p className={styles['counts']} role="status">
      {data.classes === 0 ? (
        t('concernsNobody')
      ) : (
        <>
          <Chip tone="accent">{t('students', { count: data.students })}</Chip>
          <Chip tone="accent">{t('teachers', { count: data.teachers })}</Chip>
          <Chip tone="warning">{t('otherTimes', { count: data.classes })}</Chip>
        </>
      )}
    </p>
  );
}
