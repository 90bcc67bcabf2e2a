import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation } from '@/shared/store/page-location';
import { Button } from './button';
import { ArrowLeftIcon, ReloadIcon } from './icons';
import { EmptyState } from './state';

interface Props {
  level?: 1 | 2;
  /** What is missing, if that is known. */
  text?: ReactNode;
  /** The closest alternative to what was requested. */
  action?: ReactNode;
  onRetry: () => void;
}

/**
 * Says that what the address asks for doesn't exist. Retry fetches it again; Back returns to the previous page, or to
 * the first.
 */
export function GoneState({ level = 2, text, action, onRetry }: Props) {
  const { t } = useTranslation('shared');
  const { history } = useRouter();
  const { markGone } = usePageLocation();
  useEffect(markGone, [markGone]);
  return (
    <EmptyState
      level={level}
      drawing="page"
      title={t('ui.gone')}
      text={text ?? t('ui.goneText')}
      action={
        <>
          <Button icon={ReloadIcon} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
          <Button
            variant={action === undefined ? 'primary' : 'secondary'}
            icon={ArrowLeftIcon}
            onClick={() => (history.canGoBack() ? history.back() : history.push('/'))}
          >
            {t('ui.back')}
          </Button>
          {action}
        </>
      }
    />
  );
}
