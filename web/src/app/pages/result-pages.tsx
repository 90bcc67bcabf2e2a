import { useTranslation } from '@/shared/i18n/use-translation';
import { useOwnName } from '@/shared/access/use-own-name';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { EmptyState } from '@/shared/ui/state';
import { HomeLink } from './home-link';

export function SuccessPage() {
  const { t } = useTranslation('app');
  const name = useOwnName();
  return (
    <Card>
      <EmptyState
        level={1}
        drawing="done"
        title={t('result.success')}
        text={t('result.successText', { name })}
        action={<HomeLink />}
      />
    </Card>
  );
}

export function ErrorPage() {
  const { t } = useTranslation('app');
  const name = useOwnName();
  return (
    <Card>
      <EmptyState
        level={1}
        drawing="wrench"
        title={t('result.error')}
        text={t('result.errorText', { name })}
        action={
          <>
            <AppLink href="/message" className={buttonClass()}>
              {t('result.messages')}
            </AppLink>
            <HomeLink />
          </>
        }
      />
    </Card>
  );
}
