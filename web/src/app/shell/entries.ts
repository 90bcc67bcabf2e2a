import type { MenuEntry } from '@/app/menu';
import type { Key, Translate } from '@/shared/i18n/catalogue';
import type { IconType } from '@/shared/ui/icons';
import {
  BellIcon,
  BookIcon,
  CalendarIcon,
  GearIcon,
  GridIcon,
  HelpIcon,
  InfoIcon,
  PersonIcon,
  PlayIcon,
  SuccessIcon,
  UploadIcon,
} from '@/shared/ui/icons';

/** One entry of the menu as it is shown: a page, a link out of the portal, or a group of entries. */
export interface ShellEntry {
  name: string;
  /** In the page's language. */
  label: string;
  icon: IconType | undefined;
  /** A path of the portal, or a whole address outside; absent for a group. */
  href?: string;
  children: readonly ShellEntry[];
}

const icons: Partial<Record<Key<'app'>, IconType>> = {
  'menu.student.timetable': CalendarIcon,
  'menu.student.info': PersonIcon,
  'menu.student.watch': PlayIcon,
  'menu.workplace': GridIcon,
  'menu.message': BellIcon,
  'menu.admin.recordings': UploadIcon,
  'menu.admin': GearIcon,
  'menu.result': SuccessIcon,
  'menu.exception': InfoIcon,
  'menu.arcoDesign': BookIcon,
  'menu.faq': HelpIcon,
};

/** Groups whose pages stand in the menu themselves: one press from anywhere. */
const opened = new Set<Key<'app'>>(['menu.student', 'menu.dashboard']);

/** The menu with its labels and icons. */
export function toEntries(menu: readonly MenuEntry[], t: Translate<'app'>): ShellEntry[] {
  return menu.flatMap(({ locale, path, href, children }) => {
    const below = toEntries(children, t);
    const to = path ?? href;
    return opened.has(locale) && to === undefined
      ? below
      : [
          {
            name: locale,
            label: t(locale),
            icon: icons[locale],
            children: below,
            ...(to !== undefined && { href: to }),
          },
        ];
  });
}

/** Whether an address leaves the portal. */
export function isExternal(href: string): boolean {
  return /^https?:\/\//u.test(href);
}

/** Whether an entry, or one below it, is the page at a path. */
export function holds(entry: ShellEntry, path: string): boolean {
  return entry.href === path || entry.children.some((child) => holds(child, path));
}

/** Every page of the menu, groups opened, for search and for lists without groups. */
export function pagesOf(entries: readonly ShellEntry[]): readonly ShellEntry[] {
  return entries.flatMap((entry) => (entry.children.length > 0 ? pagesOf(entry.children) : [entry]));
}

/** The pages whose label or path contains a text, in the order of the menu. */
export function findPages(entries: readonly ShellEntry[], text: string): readonly ShellEntry[] {
  const wanted = text.trim().toLowerCase();
  return pagesOf(entries).filter(
    ({ label, href = '' }) =>
      label.toLowerCase().includes(wanted) || (wanted !== '' && href.toLowerCase().includes(wanted)),
  );
}
