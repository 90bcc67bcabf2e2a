import { landingOf } from '@/app/route-meta';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useRole } from '@/shared/access/user';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';

/** The way to where whoever is logged in starts. */
export function HomeLink() {
  const { t } = useTranslation('app');
  const role = useRole();
  return (
    <AppLink href={landingOf(role)} className={buttonClass({ variant: 'primary' })}>
      {role === 'admin' ? t('page.desk') : t('page.home')}
    </AppLink>
  );
}
