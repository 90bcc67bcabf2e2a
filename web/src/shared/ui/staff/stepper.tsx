import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { CheckIcon } from '@/shared/ui/icons';
import styles from './stepper.module.css';

interface Step {
  id: string;
  label: string;
  /** The page of the step; a completed step links back to it. */
  href?: string;
}

interface Props {
  steps: readonly Step[];
  /** The id of the current step. */
  current: string;
}

/** The progress of a task with several steps. Going back loses nothing. */
export function Stepper({ steps, current }: Props) {
  const { t } = useTranslation('staff');
  const at = steps.findIndex(({ id }) => id === current);
  return (
    <nav aria-label={t('step.label')}>
      <p className={styles['short']}>{t('step.progress', { step: at + 1, count: steps.length })}</p>
      <ol className={styles['steps']}>
        {steps.map(({ id, label, href }, index) => {
          const done = index < at;
          const inside = (
            <>
              <span className={styles['mark']} aria-hidden="true">
                {done ? <CheckIcon size={14} /> : index + 1}
              </span>
              {label}
              {done && <span className="visually-hidden">{t('step.done')}</span>}
            </>
          );
          return (
            <li key={id} aria-current={index === at ? 'step' : undefined} data-done={done} className={styles['step']}>
              {done && href !== undefined ? <AppLink href={href}>{inside}</AppLink> : <span>{inside}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
