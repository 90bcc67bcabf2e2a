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
  /** Why it is so, or what to do about it. */
  text?: ReactNode;
  drawing?: DrawingName;
  action?: ReactNode;
  /** The heading's rank where it stands: 1 when it is the whole page. */
  level?: 1 | 2 | 3;
  /** One of several cards: a few lines without a drawing. */
  small?: boolean;
}

/** Nothing is here, said kindly, with the way on. */
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

/** What an error says to a person, with its code in small print: whoever helps asks for it. */
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

/** Something went wrong here; trying again is one press. */
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
