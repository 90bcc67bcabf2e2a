import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useFailedPlace } from '@/shared/offline/online';
import { Button } from './button';
import { Drawing, type DrawingName } from './drawings';
import { ReloadIcon } from './icons';
import { Cluster } from './layout';
import styles from './state.module.css';

interface Props {
  title: string;
  /** The reason, or what to do about it. */
  text?: ReactNode;
  drawing?: DrawingName;
  action?: ReactNode;
  /** The heading's level: 1 if it is the whole page. */
  level?: 1 | 2 | 3;
  /** For one of several cards: a few lines without an illustration. */
  small?: boolean;
}

/** Says that nothing is here yet, and how to continue. */
export function EmptyState({ title, text, drawing = 'inbox', action, level = 2, small = false }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={small ? styles['small'] : styles['state']}>
      {!small && <Drawing name={drawing} />}
      <Heading className={level === 1 ? styles['page-title'] : styles['title']}>{title}</Heading>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && (
        <Cluster gap={3} align="stretch" justify="center" className={styles['action']}>
          {action}
        </Cluster>
      )}
    </div>
  );
}

/** The text of an error, with its code in small print for support. */
export function errorText(error: unknown) {
  const codes = error instanceof ApiError ? error.complaints.flatMap(({ code }) => code ?? []) : [];
  if (!(error instanceof Error) || error.message === '') {
    return undefined;
  }
  return codes.length === 0 ? (
    error.message
  ) : (
    <>
      {error.message}
      <small className={styles['code']}>{codes.map((code) => `[${code}]`).join(' ')}</small>
    </>
  );
}

/** Says that something failed, with a button to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('shared');
  useFailedPlace();
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
