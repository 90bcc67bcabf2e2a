import { useUrlState, type PageLocation } from '@/shared/store/page-location';
import { isDate, type CivilDate } from '@/shared/time/civil';
import { tabs, type Tab } from './change';
import { subjects, type Subject } from './types';

export const views = ['week', 'day', 'term'] as const;
type View = (typeof views)[number];

/** What the side panel can show instead of a class. */
const panels = ['draft', 'extra', 'absence'] as const;
export type Panel = (typeof panels)[number];

type Query = PageLocation['query'];

/** The state of the page that is kept in the URL. */
export interface Address {
  term: string | undefined;
  view: View;
  by: Subject;
  id: string | undefined;
  week: string | undefined;
  day: CivilDate | undefined;
  open: string | undefined;
  tab: Tab;
  /** The teacher's request that the open class is about. */
  request: string | undefined;
  panel: Panel | undefined;
}

/** Reads the URL and uses the default for anything missing or invalid. */
export function readAddress(query: Query): Address {
  const { day } = query;
  return {
    term: query['term'],
    view: views.find((one) => one === query['view']) ?? 'week',
    by: subjects.find((one) => one === query['by']) ?? 'group',
    id: query['id'],
    week: query['week'],
    day: isDate(day) ? day : undefined,
    open: query['class'],
    tab: tabs.find((one) => one === query['tab']) ?? 'move',
    request: query['request'],
    panel: panels.find((one) => one === query['panel']),
  };
}

export type Go = (change: Query) => void;

/** The page's state in the URL and a way to change it. Each change is a step that Back undoes. */
export function useAddress(): Address & { go: Go } {
  const { query, setQuery } = useUrlState();
  const go: Go = (change) => {
    // What is shown already is no step.
    if (Object.keys(change).some((name) => change[name] !== query[name])) {
      setQuery(change, 'push');
    }
  };
  return { ...readAddress(query), go };
}
