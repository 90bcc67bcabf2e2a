import { useTranslation } from '@/shared/i18n/use-translation';
import { Spinner } from '@/shared/ui/spinner';
import styles from './pending-page.module.css';

/** Shown while the server is slow to say who is logged in. */
export function PendingPage() {
  const { t } = useTranslation('shared');
  return (
    <main className={styles['page']}>
      <p role="status">
        <Spinner size={20} />
        {t('ui.loading')}
      </p>
    </main>
  );
}
