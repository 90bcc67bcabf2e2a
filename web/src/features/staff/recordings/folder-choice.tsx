import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Keys } from '@/shared/ui/staff/keys';
import { usePlaceWords } from './folder-row';
import styles from './folder.module.css';
import type { Candidate } from './queries';

interface ChoiceProps {
  /** The number key that chooses it; none if several lists are shown. */
  number?: number;
  one: Candidate;
  onTake: (beside: boolean) => void;
}

/** One candidate. If its class has a recording already, both can be kept. */
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
