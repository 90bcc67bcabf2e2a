import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilMoment } from '@/shared/time/zone';
import { classNames } from '@/shared/ui/class-names';
import { CheckIcon, PlayIcon } from '@/shared/ui/icons';
import styles from '@/shared/timetable/class-card.module.css';
import type { Entry } from '@/shared/timetable/grid';
import { isOn, type Class } from '@/shared/timetable/model';
import { offsetStyle } from '@/shared/timetable/offset-style';
import { isOver, isRunning } from './next';
import type { Labels } from './use-labels';

/** Whether the live stream is on, comes later today, or neither. */
export function liveState(item: Class, now: CivilMoment): 'on' | 'later' | null {
  if (!item.live || !isOn(item) || item.place.day !== now.date || isOver(item, now.date, now.time)) {
    return null;
  }
  return isRunning(item, now.date, now.time) ? 'on' : 'later';
}

/** The small labels at the bottom of a class: state, live, recording, overlap. */
export function Marks({
  item,
  labels,
  now,
  clash,
}: {
  item: Class;
  labels: Labels;
  now: CivilMoment;
  clash: Class | undefined;
}) {
  const { t } = useTranslation('timetable');
  const state = labels.state(item);
  const live = liveState(item, now);
  const recording = labels.recording(item);
  return (
    <span className={styles['marks']}>
      {clash !== undefined && (
        <span className={styles['mark']} data-tone="danger">
          {t('overlap')}
        </span>
      )}
      {item.kind === 'exam' && (
        <span className={styles['strong']}>
          {item.seat === undefined ? t('exam') : t('examSeat', { seat: item.seat })}
        </span>
      )}
      {state !== null && (
        <span className={styles['mark']} data-tone={state.tone}>
          {state.text}
        </span>
      )}
      {live !== null && (
        <span className={styles['mark']} data-tone={live === 'on' ? 'danger' : undefined}>
          <span className={styles['dot']} aria-hidden="true" />
          {live === 'on' ? t('live') : t('liveAt', { time: item.place.starts })}
        </span>
      )}
      {recording !== null && (
        <span className={styles['mark']} data-tone={recording.tone}>
          {recording.tone === 'success' ? <CheckIcon size={12} /> : <PlayIcon size={12} />}
          {recording.text}
        </span>
      )}
    </span>
  );
}

/** A line of small labels, the important one first: on a narrow card each gets its own line. */
function Line({ first, second = '' }: { first: string; second?: string }) {
  return (
    <span className={styles['where']}>
      <span className={styles['word']}>{first}</span>{' '}
      {second !== '' && <span className={styles['word']}>{second}</span>}
    </span>
  );
}

interface Props {
  entry: Entry;
  colour: string | undefined;
  labels: Labels;
  now: CivilMoment;
  /** Whether this class is on or comes next. */
  next: boolean;
  spot: string;
  focusable: boolean;
  onOpen: (id: string) => void;
}

/** A class in the week grid: course colour, labels, and a press for details. */
export function ClassCard({ entry, colour, labels, now, next, spot, focusable, onOpen }: Props) {
  const { item, place, movedAway } = entry;
  return (
    <button
      type="button"
      data-spot={spot}
      title={[labels.course(item), labels.spot(place), labels.whoElse(item, place)].filter(Boolean).join(' · ')}
      tabIndex={focusable ? 0 : -1}
      style={offsetStyle(entry, colour)}
      className={classNames(
        styles['card'],
        movedAway ? styles['left'] : 'course-tint',
        !isOn(item) && styles['off'],
        next && !movedAway && styles['next'],
        entry.lanes > 1 && styles['narrow'],
        entry.lanes > 2 && styles['crammed'],
        entry.height <= 1 && styles['short'],
        entry.clash !== undefined && styles['clash'],
      )}
      aria-haspopup="dialog"
      onClick={() => onOpen(item.id)}
    >
      <span className={styles['body']}>
        <span className={styles['course']}>{labels.course(item)}</span>
        {entry.ownTimes && <Line first={labels.when(place)} />}
        {movedAway ? (
          <Line first={labels.wentTo(item)} />
        ) : (
          <Line first={labels.spot(place)} second={labels.whoElse(item, place)} />
        )}
      </span>
      {!movedAway && <Marks {...{ item, labels, now }} clash={entry.clash} />}
    </button>
  );
}
