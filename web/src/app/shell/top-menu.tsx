import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { holds, pagesOf } from './entries';
import { MenuLink } from './menu-link';
import styles from './top-menu.module.css';
import { useEntries } from './use-entries';

/** The menu in the navbar; a group stands for its pages, side by side. */
export function TopMenu({ path }: { path: string }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <nav aria-label={t('shell.menu')} className={styles['nav']}>
      <ul>
        {pagesOf(useEntries()).map((entry) =>
          entry.href === undefined ? null : (
            <li key={entry.name}>
              <MenuLink
                entry={{ ...entry, href: entry.href, icon: undefined }}
                current={holds(entry, path)}
                className={styles['entry']}
              />
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
