import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from './button';
import type { DrawingName } from './drawings';
import { Drawing } from './drawings';
import { ReloadIcon } from './icons';
import styles from './state.module.css';

interface Props {
  title: string;
  /** Why it is so, or what to do about it. */
  text?: ReactNode;
  drawing?: DrawingName;
  action?: ReactNode;
  /** The heading's rank where it stands: 1 when it is the whole page. */
  level?: 1 | 2 | 3;
  /** Without a drawing, for a card among others. */
  small?: boolean;
}

/** Nothing is here, said kindly, with the way on. */
export function EmptyState({
  title,
  text,
  drawing = 'inbox',
  action,
  level = 2,
  small = false,
}: Props): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <div className={small ? styles['small'] : styles['state']}>
      {!small && <Drawing name={drawing} />}
      <Heading className={level === 1 ? styles['page-title'] : styles['title']}>{title}</Heading>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  );
}

/** What an error says to a person. */
export function errorText(error: unknown): string | undefined {
  return error instanceof Error && error.message !== '' ? error.message : undefined;
}

/** Something went wrong here; trying again is one press. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const { t } = useTranslation('shared');
  return (
    <div role="alert">
      <EmptyState
        drawing="cloud"
        title={t('ui.errorTitle')}
        text={errorText(error)}
        action={
          onRetry && (
            <Button icon={ReloadIcon} onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
