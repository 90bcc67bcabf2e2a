import type { UseQueryResult } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { weekdayOf } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Chip } from '@/shared/ui/badge';
import { Skeleton } from '@/shared/ui/skeleton';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import type { DayState, Preview } from './queries';

/** Says what is taught on a day, or why nothing is. */
function useDescribe(): (day: DayState) => string {
  const { t, locale } = useTranslation('calendar');
  return (day) => {
    if (day.off) {
      return day.cause === 'holiday' ? nameIn(locale, day) : t('off');
    }
    if (day.week === 0) {
      return t('nothing');
    }
    const own = day.weekday === weekdayOf(day.date) && day.cause !== 'mapping';
    const classes = t('classes', { count: day.classes });
    return own
      ? classes
      : t('asWeekday', {
          week: day.week,
          weekday: t(`weekday.${String(day.weekday)}` as 'weekday.1'),
          classes,
        });
  };
}

function Weeks({ weeks }: { weeks: Preview['weeks'] }) {
  const { t } = useTranslation('calendar');
  const dates = useDates();
  const describe = useDescribe();
  return weeks.map(({ term, number, before, after }) => (
    <div
      key={`${term} ${number}`}
      className={styles['frame']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
      tabIndex={0}
      role="region"
      aria-label={t('week', { week: number })}
    >
      <table className={styles['weeks']}>
        <caption className="visually-hidden">{t('week', { week: number })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('week', { week: number })}</th>
            {before.map(({ date }) => (
              <th key={date} scope="col">
                {dates.short(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('before')}</th>
            {before.map((day) => (
              <td key={day.date}>{describe(day)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('after')}</th>
            {after.map((day, at) => {
              const was = before[at];
              const changed = was !== undefined && describe(was) !== describe(day);
              return (
                <td key={day.date} data-changed={changed || undefined}>
                  {changed ? <strong>{describe(day)}</strong> : describe(day)}
                </td>
              );
            })}
          </tr>
        </tbody>
      </table>
    </div>
  ));
}

/** The effects of publishing: counts, days lost, and the weeks before and after. */
export function PreviewPanel({ query }: { query: UseQueryResult<Preview> }) {
  const { t } = useTranslation('calendar');
  const dates = useDates();
  const { data, error } = query;
  if (error !== null) {
    return <p role="alert">{errorText(error)}</p>;
  }
  if (data === undefined) {
    return query.isFetching ? <Skeleton height={160} /> : null;
  }
  return (
    <>
      <p className={styles['counts']} role="status">
        <Chip tone="accent">{t('students', { count: data.students })}</Chip>
        <Chip tone="accent">{t('teachers', { count: data.teachers })}</Chip>
        <Chip>{t('moved', { count: data.moved })}</Chip>
        <Chip tone={data.cancelled > 0 ? 'warning' : 'neutral'}>{t('cancelled', { count: data.cancelled })}</Chip>
        {data.back > 0 && <Chip>{t('back', { count: data.back })}</Chip>}
        {data.students + data.teachers > 0 && <Chip>{t('messages', { count: data.messages })}</Chip>}
      </p>
      {data.lost.length > 0 && (
        <p>
          {t('lost', { count: data.lost.length })}{' '}
          {data.lost
            .map(({ date, classes }) => t('lostDay', { date: dates.short(date), count: classes }))
            .join(t('comma'))}
        </p>
      )}
      <Weeks weeks={data.weeks} />
    </>
  );
}
