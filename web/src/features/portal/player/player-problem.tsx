import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { ReloadIcon } from '@/shared/ui/icons';
import type { Problem } from './engine';
import styles from './player.module.css';

/** Why playback failed, and what to do about it. */
export function PlayerProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = useTranslation('player');
  return (
    <div role="alert" className={styles['panel']}>
      <h2>{t(`problem.${problem}`)}</h2>
      <p>{t(`problem.${problem}Text`)}</p>
      {problem !== 'unsupported' && (
        <div className={styles['actions']}>
          <Button icon={ReloadIcon} onClick={onRetry}>
            {t('problem.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
