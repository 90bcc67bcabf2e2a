import type { Key } from '@/shared/i18n/catalogue';
import type { Role } from '@/shared/access/user';
import { isListed } from './guard';
import type { KnownRoute } from './route-meta';
import type { MenuItem } from './server-menu';

/** One entry of the menu: a page, a group of pages, or a link to another site. */
export interface MenuEntry {
  /** Unique in the menu. */
  name: string;
  /** Keys of the app's messages; the first one with a text is the title. A server's menu may use other names. */
  titles: readonly string[];
  /** The server's name for it. */
  icon?: string | undefined;
  /** The address; absent for a group. */
  path?: string;
  href?: string;
  children: MenuEntry[];
}

const link = (locale: Key<'app'>, href: string): MenuEntry => ({
  name: locale,
  titles: [locale],
  href,
  children: [],
});

/** The college's settings for its menu. */
export interface MenuOptions {
  /** Whether to show the design template's pages and a link to its site. */
  template: boolean;
  /** The college's help page; empty if there is none. */
  help: string;
}

const templateFaq = 'https://arco.design/vue/docs/pro/faq';

function linksFor({ template, help }: MenuOptions): MenuEntry[] {
  const faq = help === '' && template ? templateFaq : help;
  return [
    ...(template ? [link('menu.arcoDesign', 'https://arco.design')] : []),
    ...(faq === '' ? [] : [link('menu.faq', faq)]),
  ];
}

/** The app's own menu for a role, grouped by the routes' titles, then the links. */
export function menuFor(routes: readonly KnownRoute[], role: Role, options: MenuOptions): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const shown = routes
    .filter((route) => isListed(route, role) && (options.template || route.template !== true))
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  for (const { locale, path } of shown) {
    let level = entries;
    for (const [depth, key] of locale.entries()) {
      let entry = level.find(({ name }) => name === key);
      if (entry === undefined) {
        entry = { name: key, titles: [key], children: [], ...(depth === locale.length - 1 && { path }) };
        level.push(entry);
      }
      level = entry.children;
    }
  }
  return [...entries, ...linksFor(options)];
}

function entriesOf(items: readonly MenuItem[], routes: readonly KnownRoute[], role: Role): MenuEntry[] {
  const inOrder = items.toSorted((a, b) => (a.meta?.order ?? 0) - (b.meta?.order ?? 0));
  return inOrder.flatMap(({ name, meta, children }): MenuEntry[] => {
    const route = routes.find((known) => known.name === name);
    if (meta?.hideInMenu === true) {
      return [];
    }
    const titles = [meta?.locale, route?.locale.at(-1)].filter((key) => key !== undefined);
    const entry = { name, titles, icon: meta?.icon };
    if (children !== undefined && children !== null && children.length > 0) {
      const below = entriesOf(children, routes, role);
      return below.length === 0 ? [] : [{ ...entry, children: below }];
    }
    const hideInMenu = meta?.hideInMenu ?? route?.hideInMenu ?? false;
    return route !== undefined && isListed({ ...route, hideInMenu }, role)
      ? [{ ...entry, path: route.path, children: [] }]
      : [];
  });
}

/**
 * The menu as the server sends it, with its names, order, titles, icons and groups. Drops entries that aren't pages or
 * that the role may not enter.
 */
export function menuOfServer(
  items: readonly MenuItem[],
  routes: readonly KnownRoute[],
  role: Role,
  options: MenuOptions,
): MenuEntry[] {
  return [...entriesOf(items, routes, role), ...linksFor(options)];
}
