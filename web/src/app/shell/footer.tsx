import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import styles from './shell.module.css';

/** The foot of every page. */
export function Footer({ college }: { college: string }): ReactNode {
  const { t } = useTranslation('app');
  return <footer className={styles['footer']}>{t('shell.footer', { college })}</footer>;
}
