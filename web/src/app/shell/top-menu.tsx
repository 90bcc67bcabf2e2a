import { useTranslation } from '@/shared/i18n/use-translation';
import { nearestPage, pagesOf } from './entries';
import { MenuLink } from './menu-link';
import styles from './top-menu.module.css';
import { useEntries } from './use-entries';

/** The menu in the navbar; a group is shown as its pages, side by side. */
export function TopMenu({ path }: { path: string }) {
  const { t } = useTranslation('app');
  const entries = useEntries();
  const current = nearestPage(entries, path);
  return (
    <nav aria-label={t('shell.menu')} className={styles['nav']}>
      <ul>
        {pagesOf(entries).map((entry) =>
          entry.href === undefined ? null : (
            <li key={entry.name}>
              <MenuLink
                entry={{ ...entry, href: entry.href, icon: undefined }}
                current={entry.href === current}
                className={styles['entry']}
              />
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
