import { useRouter } from '@tanstack/react-router';
import { useTranslation } from '@/shared/i18n/use-translation';
import { GoneState } from '@/shared/ui/gone-state';
import { EmptyState } from '@/shared/ui/state';
import { HomeLink } from './home-link';

/** Access is denied (403). */
export function ForbiddenPage() {
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

/** The page is gone (404). */
export function GonePage() {
  const router = useRouter();
  return <GoneState level={1} onRetry={() => void router.invalidate()} />;
}

/** The server broke (500). */
export function BrokenPage() {
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
