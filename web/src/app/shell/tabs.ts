import { onSessionEnd } from '@/shared/api/events';
import type { Key } from '@/shared/i18n/catalogue';
import { createValue, type Value } from '@/shared/store/value';

/** One open page. */
export interface OpenTab {
  /** The message key of its title. */
  title: Key<'app'>;
  /** The route's name; each page has at most one tab. */
  name: string;
  /** Its last address, including the query. */
  fullPath: string;
  query: Readonly<Record<string, unknown>>;
  /** The page is rebuilt each time it is opened. */
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

/** Pages that only redirect and never get a tab. */
const redirecting = new Set(['Redirect']);

/** The open pages, the default first. */
export const openTabs: Value<readonly OpenTab[]> = createValue<readonly OpenTab[]>([defaultTab]);

/** How often each page was reloaded. */
export const reloads: Value<Readonly<Record<string, number>>> = createValue<Readonly<Record<string, number>>>({});

/** Opens a page, or updates its tab if it is open already. */
export function withTab(tabs: readonly OpenTab[], tab: OpenTab): readonly OpenTab[] {
  if (redirecting.has(tab.name)) {
    return tabs;
  }
  const known = tabs.find(({ name }) => name === tab.name);
  if (known === undefined) {
    return [...tabs, tab];
  }
  // Return the same list if nothing changed, so that nothing re-renders.
  const same = known.fullPath === tab.fullPath && known.ignoreCache === tab.ignoreCache;
  return same ? tabs : tabs.map((open) => (open === known ? tab : open));
}

/** Which tabs to close, relative to one tab. */
export type Closing = 'this' | 'left' | 'right' | 'others' | 'all';

/** The list after closing; the default tab always stays. */
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

/** Where to go when the current page was closed: its right neighbour, else the last tab. */
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

/** Records that a page was opened or that its address changed. */
export function noteVisit(tab: OpenTab): void {
  openTabs.set(withTab(openTabs.get(), tab));
}

/** Discards a page's state, so that it is rebuilt. */
export function reloadTab(name: string): void {
  reloads.set({ ...reloads.get(), [name]: (reloads.get()[name] ?? 0) + 1 });
}

/** The last address of an open page, or the path itself: going back to the timetable shows the same week. */
export function leftAt(tabs: readonly OpenTab[], path: string): string {
  const left = tabs.find((tab) => !tab.ignoreCache && tab.fullPath.split(/[?#]/u)[0] === path);
  return left?.fullPath ?? path;
}

/** Closes all tabs. */
export function forgetTabs(): void {
  openTabs.set([defaultTab]);
  reloads.set({});
}

onSessionEnd(forgetTabs);
