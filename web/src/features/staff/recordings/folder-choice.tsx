import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Keys } from '@/shared/ui/staff/keys';
import { usePlaceWords } from './folder-row';
import styles from './folder.module.css';
import type { Candidate } from './queries';

interface ChoiceProps {
  /** The key that takes it; none where several lists stand below each other. */
  number?: number;
  one: Candidate;
  onTake: (beside: boolean) => void;
}

/** One candidate; of a class that has a recording, also the way to keep both. */
export function Choice({ number, one, onTake }: ChoiceProps) {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const words = usePlaceWords();
  return (
    <li>
      <button type="button" className={styles['choice']} onClick={() => onTake(false)}>
        {number !== undefined && <Keys keys={String(number)} />}
        <span>
          <strong>{words(one)}</strong>{' '}
          <span className={styles['aside']}>{one.reasons.map(({ text }) => text).join(' · ')}</span>
        </span>
        <span>{formats.number(one.percent / 100, { style: 'percent' })}</span>
      </button>
      {one.replaces !== '' && (
        <p className={styles['aside']}>
          {t('folder.replaces', { file: one.replaces })}{' '}
          <Button size="s" variant="text" onClick={() => onTake(true)}>
            {t('folder.keepBoth')}
          </Button>
        </p>
      )}
    </li>
  );
}
