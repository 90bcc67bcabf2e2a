import type { CSSProperties } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import type { Class } from '@/shared/timetable/model';
import { rowsOf } from '@/shared/timetable/rows';
import { classNames } from '@/shared/ui/class-names';
import type { Target } from './carry';
import { barsOf } from './bars';
import { takes, type Plan } from './plan';
import styles from './rooms-table.module.css';
import type { PlanRoom, RoomAt } from './types';
import type { Words } from './use-words';

interface Props {
  /** All rooms on one day. */
  plan: Plan;
  day: CivilDate;
  label: string;
  rooms: readonly PlanRoom[];
  words: Words;
  /** The time a room is needed. */
  target?: Target | undefined;
  /** How well each room fits at that time. */
  states?: ReadonlyMap<string, RoomAt> | undefined;
  onOpen: (item: Class) => void;
  /** Chooses a free room at that time. */
  onChoose?: ((room: string) => void) | undefined;
}

function periodCount(plan: Plan, date: CivilDate): number {
  const rows = rowsOf(
    plan.schemes,
    plan.classes.map(({ place }) => place),
    { campus: plan.schemes[0]?.campus ?? '', date },
  );
  return Math.max(1, ...rows.map(({ number }) => number));
}

function BarItem({ plan, item, words, onOpen }: Pick<Props, 'plan' | 'words' | 'onOpen'> & { item: Class }) {
  return (
    <button
      type="button"
      className={classNames('course-tint', styles['bar'])}
      style={{ '--course': plan.colours.get(item.group) } as CSSProperties}
      title={`${words.course(item)} · ${words.teacher(item.place)}`}
      onClick={() => onOpen(item)}
    >
      {words.code(item)}
      <span className="visually-hidden"> {words.course(item)}</span>
    </button>
  );
}

function RoomRow({ room, count, ...props }: Props & { room: PlanRoom; count: number }) {
  const { t } = useTranslation('planning');
  const { plan, day, words, target, states, onChoose } = props;
  const bars = barsOf(
    // The plan is that of the day before while this one is loading.
    plan.classes.filter((item) => item.place.day === day && takes(plan, item, room.id)),
    count,
  );
  const state = states?.get(room.id);
  const inside = (first: number, last: number): boolean =>
    target !== undefined && first <= target.lastPeriod && last >= target.firstPeriod;
  return (
    <tr>
      <th scope="row">
        <span className={styles['name']}>{words.name(room)}</span>
        {room.seats > 0 && <span className={styles['seats']}>{t('rooms.seats', { count: room.seats })}</span>}
      </th>
      {bars.map(({ first, last, items }) => (
        <td key={first} colSpan={last - first + 1} data-target={inside(first, last) || undefined}>
          {items.map((item) => (
            <BarItem key={item.id} {...props} item={item} />
          ))}
          {items.length === 0 && first === target?.firstPeriod && state !== undefined && state.state !== 'taken' && (
            <button type="button" className={styles['free']} onClick={() => onChoose?.(room.id)}>
              {state.state === 'far' && state.minutes > 0
                ? t('room.way', { minutes: state.minutes })
                : t(`room.${state.state}`)}
              <span className="visually-hidden"> {words.name(room)}</span>
            </button>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Rooms by periods of one day. */
export function RoomsTable(props: Props) {
  const { t } = useTranslation('planning');
  const { plan, day, label, rooms, target } = props;
  const count = periodCount(plan, day);
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              {label}
            </th>
            {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
              <th
                key={number}
                scope="col"
                data-target={
                  (target !== undefined && number >= target.firstPeriod && number <= target.lastPeriod) || undefined
                }
              >
                <span className="visually-hidden">{t('period', { first: number })}</span>
                <span aria-hidden="true">{number}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <RoomRow key={room.id} {...props} room={room} count={count} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
