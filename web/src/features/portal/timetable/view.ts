import { useEffect, useState } from 'react';
import { usePageLocation } from '@/shared/store/page-location';
import type { CivilDate } from '@/shared/time/civil';
import { useWide } from '@/shared/ui/wide';
import type { Timetable } from '@/shared/timetable/model';
import { readDates, weekOf } from '@/shared/timetable/weeks';

export const views = ['week', 'day', 'agenda', 'term'] as const;

type View = (typeof views)[number];

type Query = Readonly<Record<string, string | undefined>>;

/** What the address asks to show, with defaults for the screen and the date, and how to change it. */
export interface ViewState {
  view: View;
  week: number;
  day: CivilDate;
  /** The class whose panel is open. */
  open: string | undefined;
  setView: (view: View) => void;
  setWeek: (week: number) => void;
  setDay: (day: CivilDate) => void;
  setOpen: (id: string | undefined) => void;
  /** Opens another view at a week or day. */
  show: (what: { view: View; week?: number; day?: CivilDate }) => void;
}

/** How long after the last press the URL is updated, in milliseconds. */
const settled = 300;

/** The page's query. A press shows immediately; the URL is updated after the last press, because navigating is slow. */
function usePendingQuery(): [query: Query, change: (change: Query) => void] {
  const { fullPath, query, setQuery } = usePageLocation();
  const [ahead, setAhead] = useState<{ from: string; change: Query } | null>(null);
  const waiting = ahead?.from === fullPath ? ahead.change : null;
  useEffect(() => {
    if (waiting === null) {
      return undefined;
    }
    const timer = setTimeout(() => setQuery(waiting), settled);
    return () => clearTimeout(timer);
  }, [waiting, setQuery]);
  return [{ ...query, ...waiting }, (change) => setAhead({ from: fullPath, change: { ...waiting, ...change } })];
}

/** Connects a term with the page's address. No requests here: every week is on the device. */
export function useViewState(timetable: Timetable, today: CivilDate): ViewState {
  const wide = useWide();
  const [query, change] = usePendingQuery();
  const { term } = timetable;
  const present = weekOf(term, today);
  // The current week isn't in the address, so that a bookmark always opens on the week that is current then.
  const weekText = (next: number): string | undefined => (next === present ? undefined : String(next));
  const dayText = (next: CivilDate | undefined): string | undefined => (next === today ? undefined : next);
  return {
    view: views.find((one) => one === query['view']) ?? (wide ? 'week' : 'day'),
    ...readDates(term, query, today),
    open: query['class'],
    setView: (view) => change({ view }),
    setWeek: (week) => change({ week: weekText(week), day: undefined }),
    setDay: (day) => change({ day: dayText(day), week: weekText(weekOf(term, day)) }),
    setOpen: (id) => change({ class: id }),
    show: ({ view, week, day }) =>
      change({
        view,
        day: dayText(day),
        week: weekText(day === undefined ? (week ?? present) : weekOf(term, day)),
      }),
  };
}
