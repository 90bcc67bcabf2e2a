import { shortCode } from '@/shared/course/short-code';
import { nameIn, type Bilingual } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { CivilDate } from '@/shared/time/civil';
import { timeRange, useDates } from '@/shared/time/use-dates';
import type { Class, Mapping, Place } from '@/shared/timetable/model';
import { readPlace } from '@/shared/timetable/read';
import { datesOf } from '@/shared/timetable/weeks';
import type { Hint, Target } from './carry';
import { kindOf } from './change';
import type { Plan } from './plan';
import type { Clash, Line } from './types';

/** A time in periods or clock times. */
type Hours = Pick<Target, 'day'> & Partial<Target> & Partial<Pick<Place, 'starts' | 'ends'>>;

/** How things on the planning page are worded. */
export interface Words {
  name: (named: Bilingual | undefined) => string;
  /** The name of a group, home class, teacher …, whose timetable it is. */
  title: (named: Bilingual) => string;
  course: (item: Pick<Class, 'group'>) => string;
  /** Of the group, as people read it. */
  code: (item: Pick<Class, 'group'>) => string;
  /** 'online' if there is no room. */
  room: (place: Pick<Place, 'room'>) => string;
  teacher: (place: Pick<Place, 'teacher'>) => string;
  /** 'periods 5–6', or the clock times. */
  periods: (hours: Hours) => string;
  /** 'Thu, Nov 19 · periods 5–6'. */
  when: (hours: Hours) => string;
  /** How well a slot fits, such as 'Free'. */
  slot: (slot: Hint) => string;
  /** The same for screen readers, with the day and time. */
  slotStatus: (slot: Hint | undefined, target: Target) => string;
  /** 'FIN201-1 Corporate Finance'. */
  other: (other: Pick<Clash['other'], 'code' | 'course' | 'courseEn'>) => string;
  mapping: (mapping: Mapping) => string;
  /** What a line of the draft changes: old and new. */
  line: (line: Line) => { when: string; was: string; now: string };
}

function useLine(words: Pick<Words, 'periods' | 'when' | 'room' | 'teacher'>): Words['line'] {
  const { t } = useTranslation('planning');
  const dates = useDates();
  return (line) => {
    const before = line.was ?? line.from;
    const was = before === null ? undefined : readPlace(before);
    const now = line.to === null ? undefined : readPlace(line.to);
    const when = dates.short((was ?? now)?.day ?? '');
    const change = (wordOf: (place: Place) => string, newWord = wordOf) => ({
      when,
      was: was ? wordOf(was) : '',
      now: now ? newWord(now) : '',
    });
    switch (kindOf(line)) {
      case 'cancel':
        return { ...change(words.periods), now: t('line.cancelled') };
      case 'add':
        return { ...change((place) => `${words.periods(place)} · ${words.room(place)}`), was: '' };
      case 'room':
        return change(words.room);
      case 'teacher':
        return change(words.teacher);
      case 'time':
      default:
        return change(words.periods, was?.day === now?.day ? words.periods : words.when);
    }
  };
}

/** Words things for a plan. `rooms` and `teachers` have the names that the plan itself lacks. */
export function useWords(
  plan: Plan,
  more: { rooms?: ReadonlyMap<string, Bilingual>; teachers?: ReadonlyMap<string, Bilingual> } = {},
): Words {
  const { t, locale } = useTranslation('planning');
  const dates = useDates();
  const className = useClassName();
  const name: Words['name'] = (named) => nameIn(locale, named);
  const room: Words['room'] = (place) =>
    place.room === '' ? t('online') : name(plan.rooms.get(place.room) ?? more.rooms?.get(place.room)) || place.room;
  const teacher: Words['teacher'] = (place) =>
    name(plan.teachers.get(place.teacher) ?? more.teachers?.get(place.teacher)) || place.teacher;
  const periods: Words['periods'] = ({ firstPeriod = 0, lastPeriod = 0, starts = '', ends = '' }) =>
    firstPeriod === 0
      ? timeRange(starts, ends)
      : firstPeriod === lastPeriod
        ? t('period', { first: firstPeriod })
        : t('periods', { first: firstPeriod, last: lastPeriod });
  const when: Words['when'] = (hours) => t('when', { day: dates.short(hours.day), hours: periods(hours) });
  const clashing = (count: number): string => (count === 0 ? t('slot.nobody') : t('slot.students', { count }));
  const slot: Words['slot'] = ({ room: at, teacher: who, group, students, elsewhere }) => {
    if (elsewhere !== undefined) {
      return `${t('alternatives.in', { room: room({ room: elsewhere }) })}${t('strip.join')}${clashing(students)}`;
    }
    const hindered = group === 'busy' ? 'slot.group' : who === 'busy' ? 'slot.teacher' : 'slot.room';
    return group === 'busy' || who === 'busy' || at === 'taken' ? t(hindered) : clashing(students);
  };
  const slotStatus: Words['slotStatus'] = (known, target) => {
    const place = when(target);
    const what = known && (known.off ? t('said.off') : slot(known));
    return what === undefined ? place : t('said.slot', { place, what });
  };
  return {
    name,
    title: (named) => className(name(named)),
    course: ({ group }) => name(plan.groups.get(group)),
    code: ({ group }) => shortCode(plan.codes.get(group) ?? ''),
    room,
    teacher,
    periods,
    when,
    slot,
    slotStatus,
    other: ({ code, course, courseEn }) => `${shortCode(code)} ${name({ name: course, nameEn: courseEn })}`,
    mapping: ({ date, week, weekday }) => {
      const day: CivilDate = datesOf(plan.term, week)[weekday - 1] ?? date;
      return t('strip.follows', {
        date: dates.weekday(date),
        day: dates.day(date),
        from: dates.weekday(day),
        week,
      });
    },
    line: useLine({ periods, when, room, teacher }),
  };
}
