import { useMemo } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { addDays, type CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { classNames } from '@/shared/ui/class-names';
import { Row } from '@/shared/ui/layout';
import { heatOf, type DayLoad } from './heat';
import type { Timetable } from '@/shared/timetable/model';
import styles from './term-overview.module.css';
import type { Labels } from './use-labels';

interface Props {
  timetable: Timetable;
  labels: Labels;
  today: CivilDate;
  onDay: (day: CivilDate) => void;
  onWeek: (week: number) => void;
}

function DayCell({ day, today, labels, onDay }: { day: DayLoad } & Pick<Props, 'today' | 'labels' | 'onDay'>) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  const label = [
    dates.long(day.date),
    t('classCount', { count: day.count }),
    day.exam ? t('exam') : '',
    day.changed ? t('overview.changed') : '',
    nameIn(locale, day.holiday),
    day.mapping === undefined ? '' : labels.mapping(day.mapping),
  ]
    .filter((word) => word !== '')
    .join(t('comma'));
  return (
    <td className={styles['slot']}>
      <button
        type="button"
        className={styles['day']}
        data-level={day.level}
        data-holiday={day.holiday !== undefined || undefined}
        aria-current={day.date === today ? 'date' : undefined}
        title={label}
        onClick={() => onDay(day.date)}
      >
        <span className="visually-hidden">{label}</span>
        <span aria-hidden="true">{day.count > 0 ? day.count : ''}</span>
        {day.exam && (
          <span className={styles['flag']} aria-hidden="true">
            {t('overview.examMark')}
          </span>
        )}
        {!day.exam && day.holiday !== undefined && (
          <span className={styles['flag']} aria-hidden="true">
            {t('overview.holidayMark')}
          </span>
        )}
        {!day.exam && day.mapping !== undefined && (
          <span className={styles['flag']} aria-hidden="true">
            {t('overview.makeUpMark')}
          </span>
        )}
        {day.changed && <span className={styles['changed']} />}
      </button>
    </td>
  );
}

/** The whole term as weeks × days: how busy each day is, holidays, make-up days and exams; a press opens the day. */
export function TermOverview({ timetable, labels, today, onDay, onWeek }: Props) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const { weeks, weekdays } = useMemo(() => heatOf(timetable), [timetable]);
  const { firstMonday } = timetable.term;
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{t('overview.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('overview.week')}</th>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {dates.weekday(addDays(firstMonday, day - 1))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, days }) => (
            <tr key={week.number} data-present={week.dates.includes(today) || undefined}>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its button has the words */}
              <th scope="row">
                <button type="button" className={styles['week']} onClick={() => onWeek(week.number)}>
                  <strong>{t('week', { week: week.number })}</strong>
                  <span>{dates.monthDay(week.dates[0] ?? '')}</span>
                </button>
              </th>
              {weekdays.map((weekday) => {
                const day = days[weekday - 1];
                return day && <DayCell key={weekday} {...{ day, today, labels, onDay }} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Row as="p" gap={1} justify="end" className={classNames('no-print', styles['legend'])} aria-hidden="true">
        {t('overview.less')}
        {[0, 1, 2, 3, 4].map((level) => (
          <span key={level} data-level={level} className={styles['sample']} />
        ))}
        {t('overview.more')}
      </Row>
    </div>
  );
}
