import { nameIn } from '@/shared/i18n/name-in';
import { useLocale } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { Timetable } from './model';
import type { Row } from './rows';
import styles from './week-grid.module.css';
import { holidayOn } from './weeks';

interface DayProps {
  timetable: Timetable;
  date: string;
  today: string;
  /** Anything special about the day. */
  note: string | undefined;
}

/** A day's heading in the week grid: name, date and note. */
export function DayHead({ timetable, date, today, note }: DayProps) {
  const locale = useLocale();
  const dates = useDates();
  const holiday = holidayOn(timetable, date);
  return (
    <th
      scope="col"
      data-date={date}
      aria-current={date === today ? 'date' : undefined}
      className={styles['day']}
      data-today={date === today || undefined}
    >
      <span className={styles['weekday']}>{dates.weekday(date)}</span>
      <span className={styles['date']}>{dates.day(date)}</span>
      <span className="visually-hidden">{dates.month(date)}</span>
      {holiday !== undefined && <span className={styles['note']}>{nameIn(locale, holiday)}</span>}
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </th>
  );
}

/** A period with its times, or a stretch of time outside all periods. */
export function RowHead({ row, name }: { row: Row; name: string }) {
  return (
    <th scope="row" className={styles['period']} data-period={row.number > 0 ? row.number : undefined}>
      {row.number > 0 && (
        <>
          <span className="visually-hidden">{name}</span>
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
