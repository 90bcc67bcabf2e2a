import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { newVersion, reloadApp } from '@/shared/offline/new-version';
import { failedPlaces, lastContact, useOnline } from '@/shared/offline/online';
import { useValue } from '@/shared/store/value';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { InfoIcon, ReloadIcon, WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import styles from './status-notices.module.css';

/** Says that the browser is offline, and how old the data on the page is. */
function OfflineNotice() {
  const { t } = useTranslation('app');
  const online = useOnline();
  const since = useValue(lastContact);
  const failed = useValue(failedPlaces) > 0;
  const moment = useMoment();
  // The status element is always there: screen readers announce only changes inside it.
  return (
    <div role="status" className={styles['status']}>
      {!online && (
        <Notice tone="warning" icon={WarningIcon}>
          {/* If something failed to load, there is no age to show. */}
          {since === null || failed ? t('condition.offline') : t('condition.offlineSince', { time: moment(since) })}
        </Notice>
      )}
    </div>
  );
}

/** Offers to reload into the new version that this device has downloaded. */
function VersionNotice() {
  const { t } = useTranslation('app');
  const waiting = useValue(newVersion);
  const [leaving, setLeaving] = useState(false);
  const reload = (): void => {
    setLeaving(true);
    void reloadApp();
  };
  return (
    <div role="status" className={styles['status']}>
      {waiting && (
        <Notice
          tone="accent"
          icon={InfoIcon}
          action={
            <Button size="s" variant="text" icon={ReloadIcon} loading={leaving} onClick={reload}>
              {t('condition.reload')}
            </Button>
          }
        >
          {t('condition.newVersion')}
        </Notice>
      )}
    </div>
  );
}

/** Notices about the portal itself. A page that shows the age of its data needs no second notice about it. */
export function StatusNotices({ saysItsAge }: { saysItsAge: boolean }) {
  return (
    <>
      <VersionNotice />
      {!saysItsAge && <OfflineNotice />}
    </>
  );
}
