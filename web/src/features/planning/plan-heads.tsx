import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { Row } from '@/shared/timetable/rows';
import frame from '@/shared/timetable/week-grid.module.css';
import { holidayOn } from '@/shared/timetable/weeks';
import type { Plan } from './plan';

/** A day of the grid: its name, its date and what is special about it. */
export function DayHead({ plan, date }: { plan: Plan; date: string }): ReactNode {
  const { t, locale } = useTranslation('planning');
  const dates = useDates();
  const holiday = holidayOn(plan, date);
  const mapping = plan.mappings.find((one) => one.date === date);
  const today = date === plan.today;
  return (
    <th
      scope="col"
      data-date={date}
      aria-current={today ? 'date' : undefined}
      className={frame['day']}
      data-today={today || undefined}
    >
      <span className={frame['weekday']}>{dates.weekday(date)}</span>
      <span className={frame['date']}>{dates.day(date)}</span>
      <span className="visually-hidden">{dates.month(date)}</span>
      {holiday !== undefined && <span className={frame['note']}>{nameIn(locale, holiday)}</span>}
      {mapping !== undefined && (
        <span className={frame['note']}>{t(mapping.off ? 'strip.off' : 'strip.makeUp')}</span>
      )}
    </th>
  );
}

/** A period with its clock times, or a span of time outside any. */
export function RowHead({ row }: { row: Row }): ReactNode {
  const { t } = useTranslation('planning');
  return (
    <th scope="row" className={frame['period']} data-period={row.number > 0 ? row.number : undefined}>
      {row.number > 0 && (
        <>
          <span className="visually-hidden">{t('period', { first: row.number })}</span>
          <span className={frame['number']} aria-hidden="true">
            {row.number}
          </span>
        </>
      )}
      {row.starts !== '' && (
        <span className={frame['times']}>
          <time>{row.starts}</time>
          <time>{row.ends}</time>
        </span>
      )}
    </th>
  );
}
