import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import styles from './notices.module.css';
import type { Sent } from './queries';
import { states } from './use-words';

/** How a notice stands: a word and a shape. */
export function StateChip({ state }: Pick<Sent, 'state'>) {
  const { t } = useTranslation('notices');
  const { icon: Icon, tone } = states[state];
  return (
    <Chip tone={tone}>
      <span className={styles['state']}>
        <Icon size={14} />
        {t(`state.${state}`)}
      </span>
    </Chip>
  );
}
