import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { everything, refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { ShieldIcon } from '@/shared/ui/icons';
import { Cluster } from '@/shared/ui/layout';
import styles from './security-notice.module.css';
import type { UserInfo } from '@/shared/access/user-info';
import { dismissReminder, isReminderDismissed, storeTask, storedTask } from './stored-task';
import { accountQueries } from './queries';

/** The page for passwords and two-step verification. */
const securityHref = '/user/setting?tab=security';

const tasks = ['task.mustChange', 'task.mustEnrol', 'task.firstPassword'] as const;

/** The account's most urgent security task; null if there is none. */
export function securityTaskOf(info: UserInfo): (typeof tasks)[number] | null {
  if (info.mustChangePassword) {
    return 'task.mustChange';
  }
  if (info.mustEnrolFactor) {
    return 'task.mustEnrol';
  }
  return info.firstPassword ? 'task.firstPassword' : null;
}

/** Redirects to the security settings while a task is required, and back afterwards. */
function useDetour(forced: boolean | undefined, here: string, onGo: (href: string) => void): void {
  const from = useRef<string | null>(null);
  const leaving = useRef(false);
  useEffect(() => {
    if (here === securityHref) {
      leaving.current = false;
    }
    if (forced === true && here !== securityHref && !leaving.current) {
      leaving.current = true; // only once, however often this renders during the redirect
      from.current = here;
      onGo(securityHref);
    } else if (forced === false && from.current !== null) {
      const back = from.current;
      from.current = null;
      // The server refused everything else until now.
      void refresh(everything);
      if (here === securityHref) {
        onGo(back);
      }
    }
  }, [forced, here, onGo]);
}

interface Props {
  /** The address of the current page. */
  here: string;
  onGo: (href: string) => void;
}

/** Asks for a new password or two-step verification on every page; the college may require it before anything else. */
export function SecurityNotice({ here, onGo }: Props) {
  const { t } = useTranslation('account');
  const { data } = useQuery(accountQueries.info());
  const task = data === undefined ? storedTask(tasks) : securityTaskOf(data);
  useEffect(() => {
    if (data !== undefined) {
      storeTask(securityTaskOf(data));
    }
  }, [data]);
  useDetour(data === undefined ? undefined : data.mustChangePassword || data.mustEnrolFactor, here, onGo);
  const [hidden, setHidden] = useState(isReminderDismissed);
  // Required tasks can't be dismissed.
  const optional = task === 'task.firstPassword';
  if (task === null || (optional && hidden)) {
    return null;
  }
  return (
    <Cluster as="aside" gap="1 2" aria-label={t('task.label')} className={classNames('no-print', styles['banner'])}>
      <ShieldIcon size={18} />
      <p>{t(task)}</p>
      {here !== securityHref && <AppLink href={securityHref}>{t('task.go')}</AppLink>}
      {optional && (
        <Button
          size="s"
          variant="text"
          onClick={() => {
            dismissReminder();
            setHidden(true);
          }}
        >
          {t('task.later')}
        </Button>
      )}
    </Cluster>
  );
}
