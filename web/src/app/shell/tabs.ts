import type { Key } from '@/shared/i18n/catalogue';
import { createValue, type Value } from '@/shared/store/value';

/** One open page. */
export interface OpenTab {
  /** The key of its title. */
  title: Key<'app'>;
  /** The route's name; a page is open once. */
  name: string;
  /** Where it was left, query and all. */
  fullPath: string;
  query: Readonly<Record<string, unknown>>;
  /** The page is built anew each time it is opened. */
  ignoreCache: boolean;
}

/** The page that is always open. */
export const defaultTab: OpenTab = {
  title: 'menu.student.timetable',
  name: 'Timetable',
  fullPath: '/student/timetable',
  query: {},
  ignoreCache: false,
};

/** Pages that redirect and are never listed. */
const redirecting = new Set(['Redirect']);

/** The open pages, the default first. */
export const openTabs: Value<readonly OpenTab[]> = createValue<readonly OpenTab[]>([defaultTab]);

/** How often each page was asked to begin anew. */
export const reloads: Value<Readonly<Record<string, number>>> = createValue<Readonly<Record<string, number>>>({});

/** The list with a page opened, or with where it now is when it was open already. */
export function withTab(tabs: readonly OpenTab[], tab: OpenTab): readonly OpenTab[] {
  if (redirecting.has(tab.name)) {
    return tabs;
  }
  const known = tabs.find(({ name }) => name === tab.name);
  if (known === undefined) {
    return [...tabs, tab];
  }
  // Unchanged: the same list, so that nothing re-renders.
  const same = known.fullPath === tab.fullPath && known.ignoreCache === tab.ignoreCache;
  return same ? tabs : tabs.map((open) => (open === known ? tab : open));
}

/** What can be closed around a tab. */
export type Closing = 'this' | 'left' | 'right' | 'others' | 'all';

/** The list after closing; the default tab stays whatever is closed. */
export function without(tabs: readonly OpenTab[], name: string, closing: Closing): readonly OpenTab[] {
  const at = tabs.findIndex((tab) => tab.name === name);
  const closes: Record<Closing, (index: number) => boolean> = {
    this: (index) => index === at,
    left: (index) => index < at,
    right: (index) => index > at,
    others: (index) => index !== at,
    all: () => true,
  };
  return tabs.filter((tab, index) => tab.name === defaultTab.name || !closes[closing](index));
}

/** Where to go when the current page is no longer open: its right neighbour, else the last one. */
export function afterClosing(
  before: readonly OpenTab[],
  after: readonly OpenTab[],
  current: string,
): OpenTab | undefined {
  if (after.some(({ name }) => name === current)) {
    return undefined;
  }
  const at = before.findIndex(({ name }) => name === current);
  const right = before.slice(at + 1).find(({ name }) => after.some((tab) => tab.name === name));
  return right ?? after.at(-1);
}

/** Notes that a page was opened or moved within itself. */
export function noteVisit(tab: OpenTab): void {
  openTabs.set(withTab(openTabs.get(), tab));
}

/** Throws a page's state away, so that it is built anew. */
export function reloadTab(name: string): void {
  reloads.set({ ...reloads.get(), [name]: (reloads.get()[name] ?? 0) + 1 });
}

/** The last address of an open page, or the path itself: going back to the timetable shows the same week. */
export function leftAt(tabs: readonly OpenTab[], path: string): string {
  const left = tabs.find((tab) => !tab.ignoreCache && tab.fullPath.split(/[?#]/u)[0] === path);
  return left?.fullPath ?? path;
}

/** Closes everything, when another person may log in. */
export function forgetTabs(): void {
  openTabs.set([defaultTab]);
  reloads.set({});
}
