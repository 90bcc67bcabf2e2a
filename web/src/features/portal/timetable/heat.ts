import { minutesOf, type CivilDate } from '@/shared/time/civil';
import { isOn, isTimed, type Holiday, type Mapping, type Timetable } from '@/shared/timetable/model';
import { holidayOn, weeksOf, type Week } from '@/shared/timetable/weeks';

/** How busy a day is. */
export interface DayLoad {
  date: CivilDate;
  count: number;
  minutes: number;
  /** 0 is free, 4 the busiest. */
  level: 0 | 1 | 2 | 3 | 4;
  exam: boolean;
  /** Whether something on that day was cancelled, moved or added. */
  changed: boolean;
  holiday: Holiday | undefined;
  mapping: Mapping | undefined;
}

/** The term as weeks × days. */
export interface HeatMap {
  weeks: readonly { week: Week; days: readonly DayLoad[] }[];
  /** Monday is 1; weekend days only if the term uses them. */
  weekdays: readonly number[];
}

function levelOf(minutes: number): DayLoad['level'] {
  if (minutes === 0) {
    return 0;
  }
  return minutes <= 100 ? 1 : minutes <= 200 ? 2 : minutes <= 300 ? 3 : 4;
}

export function heatOf(timetable: Timetable): HeatMap {
  const days = new Map<CivilDate, Pick<DayLoad, 'count' | 'minutes' | 'exam' | 'changed'>>();
  for (const item of timetable.classes) {
    const { place } = item;
    const day = days.get(place.day) ?? { count: 0, minutes: 0, exam: false, changed: false };
    const length = isTimed(place)
      ? minutesOf(place.ends) - minutesOf(place.starts)
      : (place.lastPeriod - place.firstPeriod + 1) * 45;
    days.set(place.day, {
      count: day.count + (isOn(item) ? 1 : 0),
      minutes: day.minutes + (isOn(item) ? length : 0),
      exam: day.exam || (isOn(item) && item.kind === 'exam'),
      changed: day.changed || item.cause === 'change',
    });
  }
  const weeks = weeksOf(timetable).map((week) => ({
    week,
    days: week.dates.map((date): DayLoad => {
      const day = days.get(date) ?? { count: 0, minutes: 0, exam: false, changed: false };
      return {
        ...day,
        date,
        level: levelOf(day.minutes),
        holiday: holidayOn(timetable, date),
        mapping: week.mappings.find((mapping) => mapping.date === date),
      };
    }),
  }));
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(
    (day) =>
      day <= 5 || weeks.some(({ days: of }) => (of[day - 1]?.count ?? 0) > 0 || of[day - 1]?.mapping !== undefined),
  );
  return { weeks, weekdays };
}
