import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation } from '@/shared/store/page-location';
import { Button } from './button';
import { ArrowLeftIcon, ReloadIcon } from './icons';
import { EmptyState } from './state';

interface Props {
  level?: 1 | 2;
  /** What is not there, where more is known than that the page is gone. */
  text?: ReactNode;
  /** The way on that is nearest to what was asked for. */
  action?: ReactNode;
  onRetry: () => void;
}

/**
 * What the address asks for is not there. Retry asks for it again, Back returns to where one came from, or to
 * the first page.
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
