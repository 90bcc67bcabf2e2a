import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { ShieldIcon } from '@/shared/ui/icons';
import styles from './duty.module.css';
import type { UserInfo } from './queries';
import { accountQueries } from './queries';

/** Where passwords and second factors are kept up. */
export const securityHref = '/user/setting?tab=security';

/** What an account should do about its safety, most urgent first; null when nothing. */
export function dutyOf(info: UserInfo): 'duty.mustChange' | 'duty.mustEnrol' | 'duty.firstPassword' | null {
  if (info.mustChangePassword) {
    return 'duty.mustChange';
  }
  if (info.mustEnrolFactor) {
    return 'duty.mustEnrol';
  }
  return info.firstPassword ? 'duty.firstPassword' : null;
}

/** A word about the first password, on every page until it is changed; the college may make it the only open door. */
export function DutyBanner({ here }: { here: string }): ReactNode {
  const { t } = useTranslation('account');
  const { data } = useQuery(accountQueries.info());
  const duty = data === undefined ? null : dutyOf(data);
  if (duty === null) {
    return null;
  }
  return (
    <aside aria-label={t('duty.label')} className={styles['banner']}>
      <ShieldIcon size={18} />
      <p>{t(duty)}</p>
      {here !== securityHref && <AppLink href={securityHref}>{t('duty.go')}</AppLink>}
    </aside>
  );
}
