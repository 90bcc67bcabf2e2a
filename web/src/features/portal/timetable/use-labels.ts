import { useMemo } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import type { Translate } from '@/shared/i18n/catalogue';
import { numberFormat } from '@/shared/i18n/intl';
import type { Locale } from '@/shared/i18n/locale';
import { useTranslation } from '@/shared/i18n/use-translation';
import { onlyTeaches, user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { datesOf as datesIn, timeRange, type Dates } from '@/shared/time/use-dates';
import type { Tone } from '@/shared/ui/badge';
import { isOn, isTimed, type Class, type Mapping, type Place, type Timetable } from '@/shared/timetable/model';
import type { Watched, WatchedMap } from './watched';
import { datesOf } from '@/shared/timetable/weeks';

/** The labels of a class or place in the page's language. */
export interface Labels {
  course: (item: Class) => string;
  room: (place: Place) => string;
  /** The room and, if useful, the campus. */
  where: (place: Place) => string;
  /** The room, with the campus only if it isn't the usual one. */
  spot: (place: Place) => string;
  teacher: (place: Place) => string;
  /** Who else is there: the teacher; for people who only teach, the group. */
  whoElse: (item: Class, place: Place) => string;
  /** '10:00 – 11:40', or the periods if the times are unknown. */
  when: (place: Place) => string;
  /** Cancelled, moved, added …; null if the class takes place as planned. */
  state: (item: Class) => { text: string; tone: Tone } | null;
  /** The state of the recording: available, percentage watched, or watched; null without one. */
  recording: (item: Class) => { text: string; tone: Tone } | null;
  /** Where a moved class went. */
  wentTo: (item: Class) => string;
  /** 'Sun 15 follows Fri of week 9'. */
  mapping: (mapping: Mapping) => string;
  /** '25 min', '2 h 5 min'. */
  duration: (minutes: number) => string;
}

function movedText(
  item: Class,
  was: Place,
  labels: Pick<Labels, 'room' | 'teacher'>,
  t: Translate<'timetable'>,
  dates: Dates,
): string {
  const { place } = item;
  if (item.cause === 'mapping') {
    return t('state.makeUp', { date: dates.short(was.day) });
  }
  if (was.day !== place.day) {
    return t('state.movedFrom', { from: dates.short(was.day) });
  }
  if (was.starts !== place.starts) {
    return t('state.movedFrom', { from: was.starts });
  }
  return was.room === place.room
    ? t('state.insteadOf', { teacher: labels.teacher(was) })
    : t('state.movedFrom', { from: labels.room(was) });
}

function stateOf(
  item: Class,
  labels: Pick<Labels, 'room' | 'teacher'>,
  t: Translate<'timetable'>,
  dates: Dates,
): ReturnType<Labels['state']> {
  switch (item.state) {
    case 'cancelled':
      if (item.kind === 'exam') {
        return { text: t('state.examCancelled'), tone: 'danger' };
      }
      return { text: t(item.cause === 'holiday' ? 'state.holiday' : 'state.cancelled'), tone: 'danger' };
    case 'moved':
      return {
        text: item.was === null ? t('state.moved') : movedText(item, item.was, labels, t, dates),
        tone: 'warning',
      };
    case 'added':
      // An exam has its own mark.
      return item.kind === 'exam' ? null : { text: t('state.added'), tone: 'accent' };
    case 'held':
    default:
      return null;
  }
}

function recordingOf(
  item: Class,
  watched: Watched | undefined,
  t: Translate<'timetable'>,
  locale: Locale,
): ReturnType<Labels['recording']> {
  if (item.recording === '' || !isOn(item)) {
    return null;
  }
  if (watched === undefined) {
    return { text: t('recording'), tone: 'neutral' };
  }
  const percent = numberFormat(locale, { style: 'percent' }).format(watched.percent / 100);
  return watched.done
    ? { text: t('watched'), tone: 'success' }
    : { text: t('watchedPart', { percent }), tone: 'accent' };
}

/** The campus of most classes. */
function usualCampus(classes: readonly Class[]): string {
  const counts = new Map<string, number>();
  classes.forEach(({ place }) => counts.set(place.campus, (counts.get(place.campus) ?? 0) + 1));
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

export function useLabels(timetable: Timetable, watched: WatchedMap): Labels {
  const { t, locale } = useTranslation('timetable');
  const teaches = onlyTeaches(useValue(user));
  return useMemo(() => {
    const labels = labelsOf(timetable, watched, t, locale);
    const groupOf: Labels['whoElse'] = ({ group }) => shortCode(timetable.groups.get(group)?.code ?? '');
    return teaches ? { ...labels, whoElse: groupOf } : labels;
  }, [timetable, watched, t, locale, teaches]);
}

function labelsOf(timetable: Timetable, watched: WatchedMap, t: Translate<'timetable'>, locale: Locale): Labels {
  const dates = datesIn(locale);
  const { groups, rooms, campuses, teachers, classes, term } = timetable;
  const usual = usualCampus(classes);
  const room: Labels['room'] = (place) =>
    place.room === '' ? t('online') : nameIn(locale, rooms.get(place.room)) || place.room;
  const teacher: Labels['teacher'] = (place) => nameIn(locale, teachers.get(place.teacher));
  const campus = (place: Place): string =>
    campuses.size > 1 && place.room !== '' ? nameIn(locale, campuses.get(place.campus)) : '';
  const join = (...words: string[]): string => words.filter((word) => word !== '').join(t('comma'));
  return {
    course: (item) => nameIn(locale, groups.get(item.group)) || item.group,
    room,
    teacher,
    whoElse: (_item, place) => teacher(place),
    where: (place) => join(room(place), campus(place)),
    spot: (place) => join(room(place), place.campus === usual ? '' : campus(place)),
    when: (place) =>
      isTimed(place)
        ? timeRange(place.starts, place.ends)
        : t('periods', { first: place.firstPeriod, last: place.lastPeriod }),
    state: (item) => stateOf(item, { room, teacher }, t, dates),
    recording: (item) => recordingOf(item, watched.get(item.id), t, locale),
    wentTo: ({ place }) =>
      t('state.movedTo', {
        to: [dates.short(place.day), place.starts].filter((word) => word !== '').join(' '),
      }),
    mapping({ date, off, week, weekday }) {
      if (off) {
        return t('mapping.off', { date: dates.short(date) });
      }
      const followed = datesOf(term, week)[weekday - 1] ?? date;
      return t('mapping.follows', {
        weekday: dates.weekday(date),
        day: dates.day(date),
        followed: dates.weekday(followed),
        week,
      });
    },
    duration(total) {
      const [hours, minutes] = [Math.floor(total / 60), total % 60];
      if (hours === 0) {
        return t('minutes', { minutes });
      }
      return minutes === 0 ? t('hours', { hours }) : t('hoursMinutes', { hours, minutes });
    },
  };
}
