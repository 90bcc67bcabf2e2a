import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { IconButton } from '@/shared/ui/button';
import { ChevronLeftIcon, ChevronRightIcon } from '@/shared/ui/icons';
import { Grid, Row } from '@/shared/ui/layout';
import { countOn } from './agenda';
import styles from './day-strip.module.css';
import type { Timetable } from '@/shared/timetable/model';
import { datesOf, holidayOn } from '@/shared/timetable/weeks';

interface Props {
  timetable: Timetable;
  week: number;
  day: CivilDate;
  today: CivilDate;
  onDay: (day: CivilDate) => void;
  onTurn: (by: 1 | -1) => void;
}

/** Monday to Sunday as buttons, with a dot on days with classes. */
export function DayStrip({ timetable, week, day, today, onDay, onTurn }: Props) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  const nameOf = (date: CivilDate): string => {
    const holiday = holidayOn(timetable, date);
    return [
      dates.long(date),
      date === today ? t('today') : '',
      holiday === undefined ? '' : nameIn(locale, holiday),
      t('classCount', { count: countOn(timetable, date) }),
    ]
      .filter((word) => word !== '')
      .join(t('comma'));
  };
  return (
    <Row gap={1} role="group" aria-label={t('dayStrip', { week })} className="no-print">
      <IconButton
        icon={ChevronLeftIcon}
        label={t('previousWeek')}
        size="s"
        disabled={week <= 1}
        onClick={() => onTurn(-1)}
      />
      <Grid as="ol" columns="repeat(7, 1fr)" className={styles['days']}>
        {datesOf(timetable.term, week).map((date) => (
          <li key={date}>
            <button
              type="button"
              aria-pressed={date === day}
              data-today={date === today || undefined}
              className={styles['day']}
              onClick={() => onDay(date)}
            >
              <span className="visually-hidden">{nameOf(date)}</span>
              <span className="text-3 size-13" aria-hidden="true">
                {dates.weekday(date, 'narrow')}
              </span>
              <span className={styles['date']} aria-hidden="true">
                {dates.day(date)}
              </span>
              <span className={styles['dot']} data-on={countOn(timetable, date) > 0 || undefined} />
            </button>
          </li>
        ))}
      </Grid>
      <IconButton
        icon={ChevronRightIcon}
        label={t('nextWeek')}
        size="s"
        disabled={week >= timetable.term.weeks}
        onClick={() => onTurn(1)}
      />
    </Row>
  );
}
