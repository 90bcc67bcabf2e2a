import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { landing } from '@/app/route-meta';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/state';
import styles from './pages.module.css';

/** Shown for every address that is no page. */
export function NotFoundPage(): ReactNode {
  const { t } = useTranslation('app');
  const title = t('menu.notFound');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles['alone']}>
      <EmptyState
        level={1}
        drawing="search"
        title={title}
        text={t('page.notFoundText')}
        action={
          <AppLink href={landing} className={buttonClass({ variant: 'primary' })}>
            {t('page.home')}
          </AppLink>
        }
      />
    </main>
  );
}
