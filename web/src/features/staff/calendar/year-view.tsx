import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { Button } from '@/shared/ui/button';
import { Grid } from '@/shared/ui/layout';
import { useWide } from '@/shared/ui/wide';
import styles from './calendar.module.css';
import type { Year } from './queries';
import { dateAt, followed, infoOf, isOff, weeksOfMonth } from './year';

interface Props {
  year: Year;
  /** A date was chosen, or dragged onto the teaching day it should follow. */
  onDay: (date: CivilDate, follows?: CivilDate) => void;
}

/** Describes a date in one line for screen readers. */
function useDescribe(year: Year): (date: CivilDate) => string {
  const { t, locale } = useTranslation('calendar');
  const dates = useDates();
  return (date) => {
    const info = infoOf(year, date);
    const follows = info.mapping && followed(year, info.mapping);
    return [
      dates.long(date),
      info.week > 0 ? t('week', { week: info.week }) : t('noTerm'),
      info.exam ? t('examWeek') : '',
      info.holiday === undefined ? '' : nameIn(locale, info.holiday),
      info.mapping?.off === true ? t('off') : '',
      follows === undefined ? '' : t('follows', { date: dates.short(follows) }),
    ]
      .filter((word) => word !== '')
      .join(t('comma'));
  };
}

interface DayProps extends Props {
  date: CivilDate;
  focusable: boolean;
  describe: (date: CivilDate) => string;
}

function Day({ year, date, focusable, describe, onDay }: DayProps) {
  const { t } = useTranslation('calendar');
  const dates = useDates();
  const [over, setOver] = useState(false);
  const info = infoOf(year, date);
  const off = isOff(info);
  const follows = info.mapping !== undefined && !info.mapping.off;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const from = event.dataTransfer.getData('text/plain');
    if (from !== date) {
      onDay(from, date);
    }
  };
  return (
    <button
      type="button"
      className={styles['day']}
      data-date={date}
      data-term={info.week > 0 || undefined}
      data-exam={info.exam || undefined}
      data-off={off || undefined}
      data-follows={follows || undefined}
      data-today={date === year.today || undefined}
      data-over={over || undefined}
      data-mark={off ? t('mark.off') : follows ? t('mark.makeUp') : info.exam ? t('mark.exam') : undefined}
      tabIndex={focusable ? 0 : -1}
      aria-label={describe(date)}
      draggable={info.week > 0}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', date)}
      onDragOver={(event) => {
        if (info.week > 0) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onClick={() => onDay(date)}
    >
      {dates.day(date)}
    </button>
  );
}

/** The first month shown: on a phone the current one, until earlier months are requested. */
function useFirstMonth(home: CivilDate): [month: number, showEarlier: () => void] {
  const [earlier, setEarlier] = useState(false);
  const wide = useWide();
  return [wide || earlier ? 1 : Number(home.slice(5, 7)), () => setEarlier(true)];
}

/** The months of a year. Arrow keys move between days; one day at a time is in the tab order. */
export function YearView({ year, onDay }: Props) {
  const { t } = useTranslation('calendar');
  const dates = useDates();
  const frame = useRef<HTMLDivElement>(null);
  const describe = useDescribe(year);
  const prefix = String(year.year);
  const [walked, setWalked] = useState<CivilDate>();
  const home = year.today.startsWith(prefix) ? year.today : `${prefix}-01-01`;
  const here = walked?.startsWith(prefix) === true ? walked : home;
  const [first, showEarlier] = useFirstMonth(home);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = dateAt(event.key, here);
    if (to?.startsWith(prefix) === true) {
      event.preventDefault();
      setWalked(to);
      frame.current?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus();
    }
  };
  const head = weeksOfMonth(year.year, 1)[1] ?? [];
  return (
    <Grid ref={frame} gap={4} min="260px" fill align="start" onKeyDown={onKeyDown}>
      {first > 1 && <Button onClick={showEarlier}>{t('earlier')}</Button>}
      {Array.from({ length: 13 - first }, (_, index) => index + first).map((month) => (
        <table key={month} className={styles['month']}>
          <caption>{dates.month(`${prefix}-${String(month).padStart(2, '0')}-01`)}</caption>
          <thead>
            <tr>
              {head.map((date) => (
                <th key={date} scope="col" aria-label={dates.weekday(date ?? '', 'long')}>
                  {dates.weekday(date ?? '', 'narrow')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOfMonth(year.year, month).map((week) => (
              <tr key={week.find((date) => date !== null)}>
                {week.map((date, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the weekday
                  <td key={at}>
                    {date !== null && <Day {...{ year, date, describe, onDay }} focusable={date === here} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="visually-hidden">{t('keys')}</p>
    </Grid>
  );
}
