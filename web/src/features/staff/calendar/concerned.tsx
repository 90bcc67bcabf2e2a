import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import { Skeleton } from '@/shared/ui/skeleton';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import type { Concerned } from './queries';

/** Who gets a message. */
function Told({ students, teachers }: Concerned) {
  const { t } = useTranslation('calendar');
  return students + teachers === 0
    ? t('toldNobody')
    : t('told', {
        students: t('toldStudents', { count: students }),
        teachers: t('toldTeachers', { count: teachers }),
      });
}

/** How many classes and people the change affects and, with `told`, who gets a message; or why it can't be saved. */
export function ConcernedView({ query, told = false }: { query: UseQueryResult<Concerned>; told?: boolean }) {
  const { t } = useTranslation('calendar');
  const { data, error } = query;
  if (error !== null) {
    return <p role="alert">{errorText(error)}</p>;
  }
  if (data === undefined) {
    return query.isFetching ? <Skeleton height={24} /> : null;
  }
  if (told) {
    return (
      <p role="status">
        <Told {...data} />
      </p>
    );
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
