import type { CSSProperties } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { weekdayOf } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { isOn, type Class } from '@/shared/timetable/model';
import { holidayOn, weeksOf } from '@/shared/timetable/weeks';
import { classNames } from '@/shared/ui/class-names';
import { onDay } from '@/shared/timetable/by-day';
import type { Plan } from './plan';
import styles from './term-table.module.css';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  words: Words;
  onOpen: (item: Class) => void;
  onWeek: (week: number) => void;
}

function Item({ plan, item, words, onOpen }: Omit<Props, 'onWeek'> & { item: Class }) {
  const clashes = plan.extras.get(item.id)?.clashes ?? 0;
  const { t } = useTranslation('planning');
  return (
    <button
      type="button"
      className={classNames('course-tint', styles['item'], !isOn(item) && styles['off'])}
      style={{ '--course': plan.colours.get(item.group) } as CSSProperties}
      onClick={() => onOpen(item)}
    >
      <b>{words.code(item)}</b> {words.periods(item.place)}
      {clashes > 0 && isOn(item) && <span className={styles['clash']}>{t('card.clashes', { count: clashes })}</span>}
      {item.state !== 'held' && <span className="visually-hidden"> {t(`state.${item.state}`)}</span>}
    </button>
  );
}

/** The whole term: a row per week, a column per day. */
export function TermTable({ plan, words, onOpen, onWeek }: Props) {
  const { t } = useTranslation('planning');
  const dates = useDates();
  const weeks = weeksOf(plan);
  const used = new Set(plan.classes.map(({ place }) => weekdayOf(place.day)));
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day <= 5 || used.has(day));
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={t('term.label', { title: words.title(plan.title) })}>
        <thead>
          <tr>
            <th scope="col">{t('term.week')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dates.weekday(weeks[0]?.dates[day - 1] ?? plan.today)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ number, dates: all }) => (
            <tr key={number} data-present={all.includes(plan.today) || undefined}>
              <th scope="row">
                <button type="button" className={styles['week']} onClick={() => onWeek(number)}>
                  {t('week', { week: number })}
                </button>
                <span>{dates.monthDay(all[0] ?? '')}</span>
              </th>
              {days.map((day) => {
                const date = all[day - 1] ?? '';
                return (
                  <td key={day} data-off={holidayOn(plan, date) !== undefined || undefined}>
                    {onDay(plan, date).here.map((item) => (
                      <Item key={item.id} {...{ plan, item, words, onOpen }} />
                    ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
