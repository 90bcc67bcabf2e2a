import { useTranslation } from '@/shared/i18n/use-translation';
import { classNames } from '@/shared/ui/class-names';
import styles from './diff-cell.module.css';

interface Props {
  was: string;
  now: string;
}

/** An old and a new value; one below the other if there is no room for both. */
export function DiffCell({ was, now }: Props) {
  const { t } = useTranslation('staff');
  const said = { was: was === '' ? t('diff.nothing') : was, now: now === '' ? t('diff.nothing') : now };
  return (
    <span className={styles['diff']}>
      <span className="visually-hidden">{t('diff.read', said)}</span>
      <span aria-hidden="true" className={styles['shown']}>
        <s className={classNames('text-3', styles['was'])}>{said.was}</s>
        <b className={styles['now']}>{said.now}</b>
      </span>
    </span>
  );
}
