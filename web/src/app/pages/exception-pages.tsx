import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { ArrowLeftIcon, ReloadIcon } from '@/shared/ui/icons';
import { EmptyState } from '@/shared/ui/state';
import { landing } from '@/app/route-meta';

function HomeLink(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <AppLink href={landing} className={buttonClass({ variant: 'primary' })}>
      {t('page.home')}
    </AppLink>
  );
}

/** Access is denied (403). */
export function ForbiddenPage(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <EmptyState
      level={1}
      drawing="door"
      title={t('exception.403')}
      text={t('exception.403Text')}
      action={<HomeLink />}
    />
  );
}

/** The page is gone (404). Retry asks for it again, Back returns to where one came from. */
export function GonePage(): ReactNode {
  const { t } = useTranslation('app');
  const router = useRouter();
  return (
    <EmptyState
      level={1}
      drawing="page"
      title={t('exception.404')}
      text={t('exception.404Text')}
      action={
        <>
          <Button icon={ReloadIcon} onClick={() => void router.invalidate()}>
            {t('exception.retry')}
          </Button>
          <Button variant="primary" icon={ArrowLeftIcon} onClick={() => router.history.back()}>
            {t('exception.back')}
          </Button>
        </>
      }
    />
  );
}

/** The server broke (500). */
export function BrokenPage(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <EmptyState
      level={1}
      drawing="wrench"
      title={t('exception.500')}
      text={t('exception.500Text')}
      action={<HomeLink />}
    />
  );
}
