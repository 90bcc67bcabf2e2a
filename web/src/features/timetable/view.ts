import { useQueryParam, usePageLocation } from '@/shared/store/page-location';
import type { CivilDate } from '@/shared/time/civil';
import { isDate } from '@/shared/time/civil';
import { useWide } from '@/shared/ui/wide';
import type { Timetable } from './model';
import { datesOf, phaseOf, readWeek, weekOf } from './weeks';

/** The ways to look at a term. */
export const views = ['week', 'day', 'agenda', 'term'] as const;

/** One of them. */
export type View = (typeof views)[number];

/** What the address says is shown; where it says nothing, what suits the screen and the date. */
export interface Shown {
  view: View;
  week: number;
  day: CivilDate;
  /** The class whose panel is open. */
  open: string | undefined;
}

/** Reads the address against a term. */
export function readShown(
  { term }: Pick<Timetable, 'term'>,
  query: Readonly<Record<string, string | undefined>>,
  today: CivilDate,
  wide: boolean,
): Shown {
  const view = views.find((one) => one === query['view']) ?? (wide ? 'week' : 'day');
  const asked = query['day'];
  const named = isDate(asked) && phaseOf(term, asked) === 'during' ? asked : undefined;
  const week = readWeek(term, query['week'], weekOf(term, named ?? today));
  const dates = datesOf(term, week);
  const inWeek = [named, today].find((date) => date !== undefined && dates.includes(date));
  return { view, week, day: inWeek ?? dates[0] ?? today, open: query['class'] };
}

/** What is shown and how to show something else; the address remembers it. */
export interface Looking extends Shown {
  setView: (view: View) => void;
  setWeek: (week: number) => void;
  setDay: (day: CivilDate) => void;
  setOpen: (id: string | undefined) => void;
  /** Another view, at a week or a day. */
  show: (what: { view: View; week?: number; day?: CivilDate }) => void;
}

/** Connects a term with the page's address. Nothing here asks the server: every week is on the device. */
export function useLooking(timetable: Timetable, today: CivilDate): Looking {
  const { setQuery } = usePageLocation();
  const wide = useWide();
  const [[view], [week], [day], [open]] = [
    useQueryParam('view'),
    useQueryParam('week'),
    useQueryParam('day'),
    useQueryParam('class'),
  ];
  const { term } = timetable;
  const present = weekOf(term, today);
  // The present week goes without saying, so that a kept address opens on next week's "this week".
  const weekText = (next: number): string | undefined => (next === present ? undefined : String(next));
  return {
    ...readShown(timetable, { view, week, day, class: open }, today, wide),
    setView: (next) => setQuery({ view: next }),
    setWeek: (next) => setQuery({ week: weekText(next), day: undefined }),
    setDay: (next) =>
      setQuery({ day: next === today ? undefined : next, week: weekText(weekOf(term, next)) }),
    setOpen: (id) => setQuery({ class: id }),
    show: ({ view: next, week: at, day: on }) =>
      setQuery({
        view: next,
        day: on === today ? undefined : on,
        week: weekText(on === undefined ? (at ?? present) : weekOf(term, on)),
      }),
  };
}
