import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Spinner } from '@/shared/ui/spinner';
import styles from './opening.module.css';

/** A sign of life while the server takes its time to say who is here. */
export function Opening(): ReactNode {
  const { t } = useTranslation('shared');
  return (
    <main className={styles['opening']}>
      <p role="status">
        <Spinner size={20} />
        {t('ui.loading')}
      </p>
    </main>
  );
}
