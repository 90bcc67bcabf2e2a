import { usePageLocation } from '@/shared/store/page-location';
import type { CivilDate } from '@/shared/time/civil';
import { isDate } from '@/shared/time/civil';
import type { Term } from '@/shared/timetable/model';
import { datesOf, phaseOf, readWeek, weekOf } from '@/shared/timetable/weeks';
import type { Tab } from './change';
import { tabs } from './change';
import type { Subject } from './types';
import { subjects } from './types';

export const views = ['week', 'day', 'term'] as const;
type View = (typeof views)[number];

/** What stands at the side besides a class. */
const panels = ['draft', 'extra', 'absence'] as const;
export type Panel = (typeof panels)[number];

type Query = Readonly<Record<string, unknown>>;

/** The address of the desk. */
export interface Address {
  term: string | undefined;
  view: View;
  by: Subject;
  id: string | undefined;
  week: string | undefined;
  day: CivilDate | undefined;
  /** The class that is open. */
  open: string | undefined;
  tab: Tab;
  /** The teacher's request that the open class is about. */
  request: string | undefined;
  panel: Panel | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Reads the address; what it does not say, or says wrongly, is the default. */
export function readAddress(query: Query): Address {
  const day = text(query['day']);
  return {
    term: text(query['term']),
    view: views.find((one) => one === query['view']) ?? 'week',
    by: subjects.find((one) => one === query['by']) ?? 'group',
    id: text(query['id']),
    week: text(query['week']),
    day: isDate(day) ? day : undefined,
    open: text(query['class']),
    tab: tabs.find((one) => one === query['tab']) ?? 'move',
    request: text(query['request']),
    panel: panels.find((one) => one === query['panel']),
  };
}

/** The week and the day that an address shows in a term. */
export function datesIn(
  term: Term,
  { week: asked, day: named }: Pick<Address, 'week' | 'day'>,
  today: CivilDate,
): { week: number; day: CivilDate } {
  const inTerm = named !== undefined && phaseOf(term, named) === 'during' ? named : undefined;
  const week = readWeek(term, asked, weekOf(term, inTerm ?? today));
  const dates = datesOf(term, week);
  const day = [inTerm, today].find((date) => date !== undefined && dates.includes(date));
  return { week, day: day ?? dates[0] ?? today };
}

/** The address and how to change it. Another class or view is a step that the back button takes back. */
export function useAddress(): Address & {
  go: (change: Readonly<Record<string, string | undefined>>) => void;
} {
  const { query, setQuery } = usePageLocation();
  return { ...readAddress(query), go: (change) => setQuery(change) };
}
