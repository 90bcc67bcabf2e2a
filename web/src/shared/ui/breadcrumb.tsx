import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from './app-link';
import styles from './breadcrumb.module.css';
import { classNames } from './class-names';
import { HomeIcon } from './icons';
import { Cluster } from './layout';

/** The path to the page: the home icon, then one item per name; the last is the page itself. */
export function Breadcrumb({ home, items }: { home: string; items: readonly string[] }) {
  const { t } = useTranslation('shared');
  return (
    <nav aria-label={t('ui.breadcrumb')}>
      <Cluster as="ol" className={classNames('text-3 size-14 no-print', styles['list'])}>
        <li>
          <AppLink href={home} aria-label={t('ui.home')} title={t('ui.home')} className={styles['home']}>
            <HomeIcon size={16} />
          </AppLink>
        </li>
        {items.map((item, index) => (
          <li key={item} aria-current={index === items.length - 1 ? 'page' : undefined}>
            {item}
          </li>
        ))}
      </Cluster>
    </nav>
  );
}
