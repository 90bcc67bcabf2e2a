import type { MenuEntry } from '@/app/menu';
import type { Key, Translate } from '@/shared/i18n/catalogue';
import {
  BellIcon,
  BookIcon,
  CalendarIcon,
  DeskIcon,
  DeviceIcon,
  GearIcon,
  GridIcon,
  HelpIcon,
  HistoryIcon,
  InfoIcon,
  PeopleIcon,
  PersonIcon,
  PlayIcon,
  ShieldIcon,
  SuccessIcon,
  UploadIcon,
  type IconType,
} from '@/shared/ui/icons';

/** One entry of the menu as shown: a page, an external link, or a group of entries. */
export interface ShellEntry {
  name: string;
  /** In the page's language. */
  label: string;
  icon: IconType | undefined;
  /** A path of the portal, or an absolute address elsewhere; absent for a group. */
  href?: string;
  children: readonly ShellEntry[];
}

/** The icons of the app's own menu, by title. */
const icons: Partial<Record<string, IconType>> & Partial<Record<Key<'app'>, IconType>> = {
  'menu.student.timetable': CalendarIcon,
  'menu.student.info': PersonIcon,
  'menu.student.watch': PlayIcon,
  'menu.workplace': GridIcon,
  'menu.message': BellIcon,
  'menu.admin.courses': BookIcon,
  'menu.admin.timetable': CalendarIcon,
  'menu.admin.calendar': CalendarIcon,
  'menu.rooms': DeskIcon,
  'menu.teaching': PeopleIcon,
  'menu.admin.recordings': UploadIcon,
  'menu.admin.watching': PlayIcon,
  'menu.admin.notices': BellIcon,
  'menu.admin.audit': HistoryIcon,
  'menu.admin.imports': GridIcon,
  'menu.admin.desk': DeskIcon,
  'menu.admin.accounts': ShieldIcon,
  'menu.admin.system': DeviceIcon,
  'menu.admin.students': PeopleIcon,
  'menu.result': SuccessIcon,
  'menu.exception': InfoIcon,
  'menu.arcoDesign': BookIcon,
  'menu.faq': HelpIcon,
};

/** The icons that a server's menu may name, under the design system's names. */
const namedIcons: Partial<Record<string, IconType>> = {
  book: BookIcon,
  calendar: CalendarIcon,
  'check-circle': SuccessIcon,
  computer: DeviceIcon,
  dashboard: GridIcon,
  desktop: DeskIcon,
  'exclamation-circle': InfoIcon,
  history: HistoryIcon,
  idcard: PersonIcon,
  notification: BellIcon,
  'play-circle': PlayIcon,
  safe: ShieldIcon,
  settings: GearIcon,
  upload: UploadIcon,
  user: PersonIcon,
  'user-group': PeopleIcon,
};

/** The icon that a server's menu names, with or without the design system's prefix. */
export function namedIcon(name: string): IconType | undefined {
  return namedIcons[name.replace(/^icon-/u, '')];
}

/** Groups whose pages are listed directly, one press away. */
const opened = new Set<string | undefined>(['menu.student', 'menu.dashboard', 'menu.admin'] satisfies Key<'app'>[]);

/** The first title with a text, else the name itself. */
function titleOf({ name, titles }: MenuEntry, t: Translate<'app'>): string {
  const texts = titles.map((key) => [key, t(key as Key<'app'>)]); // a key without a text is returned unchanged
  return texts.find(([key, text]) => key !== text)?.[1] ?? name;
}

/** The menu with its labels and icons. */
export function toEntries(menu: readonly MenuEntry[], t: Translate<'app'>): ShellEntry[] {
  return menu.flatMap((entry) => {
    const { name, titles, path, href, children } = entry;
    const below = toEntries(children, t);
    const to = path ?? href;
    const icon = titles.map((key) => icons[key]).find((own) => own !== undefined);
    return opened.has(titles[0]) && to === undefined
      ? below
      : [
          {
            name,
            label: titleOf(entry, t),
            icon: namedIcon(entry.icon ?? '') ?? icon,
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

/** The menu page that a path belongs to: itself or its nearest ancestor. */
export function nearestPage(entries: readonly ShellEntry[], path: string): string {
  const above = pagesOf(entries)
    .map(({ href = '' }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`));
  return above.toSorted((a, b) => b.length - a.length)[0] ?? path;
}

/** All pages of the menu, flattened, for search and for lists without groups. */
export function pagesOf(entries: readonly ShellEntry[]): readonly ShellEntry[] {
  return entries.flatMap((entry) => (entry.children.length > 0 ? pagesOf(entry.children) : [entry]));
}
