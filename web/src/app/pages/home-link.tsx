import { landingOf } from '@/app/route-meta';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRole } from '@/shared/access/user';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';

/** A link to the user's start page. */
export function HomeLink() {
  const { t } = useTranslation('app');
  const role = useRole();
  return (
    <AppLink href={landingOf(role)} className={buttonClass({ variant: 'primary' })}>
      {role === 'admin' ? t('page.desk') : t('page.home')}
    </AppLink>
  );
}
