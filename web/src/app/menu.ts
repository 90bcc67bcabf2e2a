import type { Key } from '@/shared/i18n/catalogue';
import type { Role } from '@/shared/store/user';
import { mayEnter } from './guard';
import type { KnownRoute } from './route-meta';

/** One line of the menu: a page, a group of pages, or a link to another site. */
export interface MenuEntry {
  locale: Key<'app'>;
  /** Where it leads; a group leads nowhere itself. */
  path?: string;
  href?: string;
  children: MenuEntry[];
}

const links: readonly MenuEntry[] = [
  { locale: 'menu.arcoDesign', href: 'https://arco.design', children: [] },
  { locale: 'menu.faq', href: 'https://arco.design/vue/docs/pro/faq', children: [] },
];

/** The menu that a role sees, grouped by the routes' titles, then the links. `names` limits it to the server's menu. */
export function menuFor(routes: readonly KnownRoute[], role: Role, names?: ReadonlySet<string>): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const shown = routes
    .filter((route) => route.hideInMenu !== true && route.requiresAuth && mayEnter(route, role))
    .filter((route) => names === undefined || names.has(route.name))
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  for (const { locale, path } of shown) {
    let level = entries;
    for (const [depth, key] of locale.entries()) {
      let entry = level.find((one) => one.locale === key);
      if (entry === undefined) {
        entry = { locale: key, children: [], ...(depth === locale.length - 1 && { path }) };
        level.push(entry);
      }
      level = entry.children;
    }
  }
  return [...entries, ...links];
}
