import { useTranslation } from '@/shared/i18n/use-translation';
import { MaskedValue } from '@/shared/ui/masked-value';
import { reveal } from './queries';
import styles from './student-info-page.module.css';

/** The student's own national ID. */
export function NationalId({ masked }: { masked: string }) {
  const { t } = useTranslation('student-info');
  return (
    <span className={styles['value']}>
      <MaskedValue {...{ masked, reveal }} textOf={(name) => t(`reveal.${name}`)} />
    </span>
  );
}
