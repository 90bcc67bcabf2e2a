import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { ShieldIcon } from '@/shared/ui/icons';
import styles from './duty.module.css';
import type { UserInfo } from '@/shared/store/user-info';
import { keepDuty, keptDuty } from './kept-duty';
import { accountQueries } from './queries';

/** Where passwords and second factors are kept up. */
const securityHref = '/user/setting?tab=security';

const duties = ['duty.mustChange', 'duty.mustEnrol', 'duty.firstPassword'] as const;

/** What an account should do about its safety, most urgent first; null when nothing. */
export function dutyOf(info: UserInfo): (typeof duties)[number] | null {
  if (info.mustChangePassword) {
    return 'duty.mustChange';
  }
  if (info.mustEnrolFactor) {
    return 'duty.mustEnrol';
  }
  return info.firstPassword ? 'duty.firstPassword' : null;
}

/** Leads to the one open door while there is a duty that cannot wait, and back to where somebody wanted to go. */
function useDetour(forced: boolean | undefined, here: string, onGo: (href: string) => void): void {
  const client = useQueryClient();
  const from = useRef<string | null>(null);
  const leaving = useRef(false);
  useEffect(() => {
    if (here === securityHref) {
      leaving.current = false;
    }
    if (forced === true && here !== securityHref && !leaving.current) {
      leaving.current = true; // once, however often this is rendered on the way
      from.current = here;
      onGo(securityHref);
    } else if (forced === false && from.current !== null) {
      const back = from.current;
      from.current = null;
      // What the server refused until now it gives from here on.
      void client.invalidateQueries();
      if (here === securityHref) {
        onGo(back);
      }
    }
  }, [client, forced, here, onGo]);
}

interface Props {
  /** The address of the page that is shown. */
  here: string;
  onGo: (href: string) => void;
}

/** A word about the first password, on every page until it is changed; the college may make it the only open door. */
export function DutyBanner({ here, onGo }: Props): ReactNode {
  const { t } = useTranslation('account');
  const { data } = useQuery(accountQueries.info());
  const duty = data === undefined ? keptDuty(duties) : dutyOf(data);
  useEffect(() => {
    if (data !== undefined) {
      keepDuty(dutyOf(data));
    }
  }, [data]);
  useDetour(data === undefined ? undefined : data.mustChangePassword || data.mustEnrolFactor, here, onGo);
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
