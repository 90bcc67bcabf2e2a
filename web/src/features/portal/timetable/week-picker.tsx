import { useEffect, useRef } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { ChevronDownIcon } from '@/shared/ui/icons';
import { Popover } from '@/shared/ui/popover';
import { rovingIndex } from '@/shared/ui/tabs';
import type { Timetable } from '@/shared/timetable/model';
import { usePopover } from '@/shared/ui/use-popover';
import type { Labels } from './use-labels';
import styles from './week-picker.module.css';
import { weeksOf, type Week } from '@/shared/timetable/weeks';

interface Props {
  timetable: Timetable;
  week: number;
  today: CivilDate;
  labels: Labels;
  onWeek: (week: number) => void;
}

function useWeekWords({ labels, today }: Pick<Props, 'labels' | 'today'>) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  return (week: Week): string[] =>
    [
      t('week', { week: week.number }),
      dates.range(week.dates[0] ?? '', week.dates[6] ?? ''),
      t(week.odd ? 'odd' : 'even'),
      week.dates.includes(today) ? t('thisWeek') : '',
      ...week.holidays.map((holiday) => nameIn(locale, holiday)),
      ...week.mappings.map(labels.mapping),
    ].filter((word) => word !== '');
}

function Weeks({ timetable, week, today, labels, onWeek }: Props) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const list = useRef<HTMLOListElement>(null);
  const tell = useWeekWords({ labels, today });
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus(), []);
  return (
    <ol ref={list} className={styles['weeks']}>
      {weeksOf(timetable).map((one, index, all) => (
        <li key={one.number}>
          <button
            type="button"
            aria-pressed={one.number === week}
            title={tell(one).slice(1).join(' · ')}
            tabIndex={one.number === week ? 0 : -1}
            data-present={one.dates.includes(today) || undefined}
            className={styles['week']}
            onClick={() => onWeek(one.number)}
            onKeyDown={(event) => {
              const to = rovingIndex(event.key, index, all.length);
              if (to !== undefined) {
                event.preventDefault();
                list.current?.querySelectorAll('button')[to]?.focus();
              }
            }}
          >
            <span className="visually-hidden">{tell(one).join(t('comma'))}</span>
            <span className={classNames('text-1 size-16 bold', styles['number'])} aria-hidden="true">
              {one.number}
              <small>{t(one.odd ? 'oddMark' : 'evenMark')}</small>
            </span>
            <span className="text-3 size-12" aria-hidden="true">
              {dates.monthDay(one.dates[0] ?? '')}
            </span>
            {one.dates.includes(today) && (
              <span className={styles['present']} aria-hidden="true">
                {t('thisWeek')}
              </span>
            )}
            {one.holidays.length > 0 && (
              <span className={styles['mark']} aria-hidden="true">
                {t('overview.holidayMark')}
              </span>
            )}
            {one.mappings.length > 0 && (
              <span className={styles['mark']} aria-hidden="true">
                {t('overview.makeUpMark')}
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** All weeks of the term as buttons. */
export function WeekPicker({ onWeek, ...props }: Props) {
  const { t } = useTranslation('timetable');
  const { open, close, anchor, trigger } = usePopover();
  return (
    <>
      <IconButton {...trigger} icon={ChevronDownIcon} size="s" label={t('chooseWeek')} />
      {open && (
        <Popover anchor={anchor} onClose={close} role="dialog" label={t('chooseWeek')} className={styles['panel']}>
          <Weeks
            {...props}
            onWeek={(next) => {
              anchor.current?.focus();
              close();
              onWeek(next);
            }}
          />
        </Popover>
      )}
    </>
  );
}
