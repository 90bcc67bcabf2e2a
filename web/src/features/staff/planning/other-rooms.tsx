import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { Class } from '@/shared/timetable/model';
import type { Plan } from './plan';
import { planningQueries } from './queries';
import { RoomsTable } from './rooms-table';
import type { PlanRoom, RoomAt } from './types';
import type { Composer } from './use-composer';
import { useWords } from './use-words';

interface Props {
  plan: Plan;
  day: string;
  composer: Composer | undefined;
  onOpen: (item: Class) => void;
}

/** How many rooms are listed below the grid; the rooms view has all of them. */
const shown = 6;

const order = { free: 0, small: 1, far: 2, taken: 3 } as const;

interface TableProps extends Props {
  /** All rooms on one day. */
  rooms: Plan;
  states: ReadonlyMap<string, RoomAt>;
}

function Table({ rooms: all, day, composer, states, onOpen }: TableProps) {
  const { t } = useTranslation('planning');
  const dates = useDates();
  const words = useWords(all);
  const target = composer?.target;
  const rank = ({ id }: PlanRoom): number => order[states.get(id)?.state ?? 'taken'];
  const rooms = [...all.rooms.values()]
    .filter(({ id }) => id !== composer?.item?.place.room)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, shown);
  return rooms.length === 0 ? null : (
    <RoomsTable
      plan={all}
      label={t('rooms.other', { day: dates.short(day) })}
      {...{ day, rooms, words, target, states, onOpen }}
      onChoose={(room) => composer?.set({ room, ...(target && { target }) })}
    />
  );
}

/** Other rooms on the same day; those that are free for the open class come first. */
export function OtherRooms({ plan, day: usual, composer, onOpen }: Props) {
  const time = composer?.target ?? composer?.clock;
  const day = time?.day ?? usual;
  const { data } = useQuery(planningQueries.view({ term: plan.term.id, by: 'rooms', from: day, to: day }));
  const at = useQuery({
    ...planningQueries.roomsAt({
      term: plan.term.id,
      ...time,
      day,
      group: composer?.group ?? '',
      ...(composer?.item !== undefined && composer.mode === 'change' && { class: composer.item.id }),
    }),
    enabled: time !== undefined && composer !== undefined && composer.group !== '',
  });
  const states = new Map((time === undefined ? [] : (at.data ?? [])).map((room) => [room.id, room]));
  return data === undefined ? null : <Table {...{ plan, day, composer, states, onOpen }} rooms={data} />;
}
