import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { CivilMoment } from '@/shared/time/zone';
import type { Timetable } from '@/shared/timetable/model';
import type { Row } from '@/shared/timetable/rows';
import styles from '@/shared/timetable/week-grid.module.css';
import { holidayOn } from '@/shared/timetable/weeks';

interface DayProps {
  timetable: Timetable;
  date: string;
  now: CivilMoment;
}

/** A day of the week grid: its name, its date and what is special about it. */
export function DayHead({ timetable, date, now }: DayProps): ReactNode {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  const today = date === now.date;
  const holiday = holidayOn(timetable, date);
  const mapped = timetable.mappings.some((mapping) => mapping.date === date && !mapping.off);
  return (
    <th
      scope="col"
      aria-current={today ? 'date' : undefined}
      className={styles['day']}
      data-today={today || undefined}
    >
      <span className={styles['weekday']}>{dates.weekday(date)}</span>
      <span className={styles['date']}>{dates.day(date)}</span>
      <span className="visually-hidden">{dates.month(date)}</span>
      {holiday !== undefined && <span className={styles['note']}>{nameIn(locale, holiday)}</span>}
      {mapped && <span className={styles['note']}>{t('mapping.short')}</span>}
    </th>
  );
}

/** A period with its clock times, or a span of time outside any. */
export function RowHead({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('timetable');
  return (
    <th scope="row" className={styles['period']}>
      {row.number > 0 && (
        <>
          <span className="visually-hidden">{t('period', { number: row.number })}</span>
          <span className={styles['number']} aria-hidden="true">
            {row.number}
          </span>
        </>
      )}
      {row.starts !== '' && (
        <span className={styles['times']}>
          <time>{row.starts}</time>
          <time>{row.ends}</time>
        </span>
      )}
    </th>
  );
}
