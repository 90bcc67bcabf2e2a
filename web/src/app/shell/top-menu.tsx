import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { ShellEntry } from './entries';
import { holds, pagesOf } from './entries';
import { MenuLink } from './menu-link';
import styles from './top-menu.module.css';

/** The menu in the navbar; a group stands for its pages, side by side. */
export function TopMenu({ entries, path }: { entries: readonly ShellEntry[]; path: string }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <nav aria-label={t('shell.menu')} className={styles['nav']}>
      <ul>
        {pagesOf(entries).map((entry) =>
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
