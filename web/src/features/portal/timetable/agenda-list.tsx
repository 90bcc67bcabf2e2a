import type { CSSProperties } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { CivilMoment } from '@/shared/time/zone';
import { Chip } from '@/shared/ui/badge';
import { classNames } from '@/shared/ui/class-names';
import { Cluster, Grid, Row } from '@/shared/ui/layout';
import { ArrowRightIcon } from './arrow';
import type { Day, Line } from './agenda';
import styles from './agenda-list.module.css';
import { Marks } from './class-card';
import { isOn, type Timetable } from '@/shared/timetable/model';
import { isOver, isRunning } from './next';
import type { Labels } from './use-labels';

interface Props {
  timetable: Timetable;
  now: CivilMoment;
  labels: Labels;
  onOpen: (id: string) => void;
}

function Item({ timetable, line, now, labels, onOpen }: Props & { line: Line }) {
  const { t } = useTranslation('timetable');
  const { item, movedAway, clash } = line;
  const place = movedAway && item.was !== null ? item.was : item.place;
  const over = !movedAway && isOver(item, now.date, now.time);
  const running = !movedAway && isOn(item) && isRunning(item, now.date, now.time);
  return (
    <Grid as="li" gap={2} columns="3.25rem minmax(0, 1fr)" className={styles['line']} data-over={over || undefined}>
      <p className={styles['times']}>
        {place.starts === '' ? (
          labels.when(place)
        ) : (
          <>
            <time dateTime={`${place.day}T${place.starts}`}>{place.starts}</time>
            <time dateTime={`${place.day}T${place.ends}`}>{place.ends}</time>
          </>
        )}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        style={{ '--course': timetable.colours.get(item.group) } as CSSProperties}
        className={classNames(styles['item'], (movedAway || !isOn(item)) && styles['off'], movedAway && styles['left'])}
        onClick={() => onOpen(item.id)}
      >
        <Cluster as="span" gap={2} className={classNames('text-1 size-16 bold', styles['course'])}>
          {labels.course(item)}
          {running && <span className={styles['now']}>{t('now')}</span>}
        </Cluster>
        {movedAway ? (
          <Row as="span" gap={1.5}>
            <ArrowRightIcon size={14} />
            {labels.wentTo(item)}
          </Row>
        ) : (
          <>
            <Row as="span" gap={1.5}>
              {[labels.spot(place), labels.whoElse(item, place)].filter((word) => word !== '').join(' · ')}
            </Row>
            <Marks {...{ item, labels, now, clash }} />
          </>
        )}
      </button>
    </Grid>
  );
}

/** One day as a list; for screen readers, it replaces a column of the grid. */
export function DayList({ day, ...props }: Props & { day: Day }) {
  return (
    <ol className={styles['list']}>
      {day.lines.map((line) => (
        <Item key={`${line.item.id} ${String(line.movedAway)}`} line={line} {...props} />
      ))}
    </ol>
  );
}

/** Days one below the other, with headings and notes. */
export function AgendaList({ days, ...props }: Props & { days: readonly Day[] }) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  return (
    <div className={styles['days']}>
      {days.map((day) => (
        <section key={day.date} aria-labelledby={`agenda-${day.date}`}>
          <Cluster gap={2} className={styles['head']}>
            <h3 id={`agenda-${day.date}`}>{dates.long(day.date)}</h3>
            {day.date === props.now.date && <Chip tone="accent">{t('today')}</Chip>}
            {day.holiday !== undefined && <Chip tone="warning">{nameIn(locale, day.holiday)}</Chip>}
            {day.mapping !== undefined && <Chip tone="warning">{props.labels.mapping(day.mapping)}</Chip>}
          </Cluster>
          {day.lines.length === 0 ? <p className="text-3">{t('freeDay')}</p> : <DayList day={day} {...props} />}
        </section>
      ))}
    </div>
  );
}
