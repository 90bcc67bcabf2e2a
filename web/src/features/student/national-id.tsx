import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { MaskedValue } from '@/shared/ui/masked-value';
import { reveal } from './queries';
import styles from './student-info-page.module.css';

/** The own national ID. */
export function NationalId({ masked }: { masked: string }): ReactNode {
  const { t } = useTranslation('student');
  const words = {
    title: t('reveal.title'),
    text: t('reveal.text'),
    password: t('reveal.password'),
    show: t('reveal.show'),
    hide: t('reveal.hide'),
  };
  return (
    <span className={styles['value']}>
      <MaskedValue {...{ masked, words, reveal }} />
    </span>
  );
}
