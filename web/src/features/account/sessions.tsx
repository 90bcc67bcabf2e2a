import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DeviceIcon, PhoneIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { deviceOf } from '@/shared/access/device';
import type { Session } from './queries';
import { accountQueries, useEndSession } from './queries';
import styles from './user-setting-page.module.css';

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }): ReactNode {
  const { t } = useTranslation('account');
  const moment = useMoment();
  const { browser, system, phone } = deviceOf(session.agent);
  const name = [browser, system].filter((word) => word !== '').join(' · ') || t('sessions.unknown');
  const Icon = phone ? PhoneIcon : DeviceIcon;
  const seen = moment(Date.parse(session.seen));
  return (
    <li className={styles['session']}>
      <Icon />
      <div>
        <p className={styles['device']}>
          {name}
          {session.current && <Chip tone="success">{t('sessions.current')}</Chip>}
        </p>
        <p className={styles['seen']}>{t('sessions.seen', { seen, address: session.address })}</p>
      </div>
      {!session.current && (
        <Button size="s" onClick={onEnd} aria-label={t('sessions.endOf', { name })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Where the account is logged in, each with a way to end it. */
export function Sessions(): ReactNode {
  const { t } = useTranslation('account');
  const query = useQuery(accountQueries.sessions());
  const end = useEndSession();
  const [asked, setAsked] = useState<string>();
  const close = (): void => setAsked(undefined);
  return (
    <>
      <QueryView query={query} empty={<EmptyState title={t('sessions.none')} />}>
        {(sessions) => (
          <ul className={styles['sessions']}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setAsked(session.id)} />
            ))}
          </ul>
        )}
      </QueryView>
      <Dialog
        open={asked !== undefined}
        title={t('sessions.endTitle')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              variant="danger"
              loading={end.isPending}
              onClick={() => end.mutate(asked ?? '', { onSettled: close })}
            >
              {t('sessions.end')}
            </Button>
          </>
        }
      >
        {t('sessions.endText')}
      </Dialog>
    </>
  );
}
