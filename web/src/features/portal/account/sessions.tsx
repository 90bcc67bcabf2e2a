import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DeviceIcon, EyeIcon, PhoneIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { deviceOf } from '@/shared/access/device';
import { accountQueries, useEndSession, type Session } from './queries';
import styles from './user-setting-page.module.css';

/** The title and details of a session: the device, or which member of staff views the account's pages and why. */
function useAbout({ agent, viewer, reason, seen, ends, address }: Session) {
  const { t } = useTranslation('account');
  const moment = useMoment();
  if (viewer !== '') {
    const line = t('sessions.viewing', { reason, until: moment(Date.parse(ends)) });
    return { name: t('sessions.viewer', { viewer }), line, Icon: EyeIcon };
  }
  const { browser, system, phone } = deviceOf(agent);
  return {
    name: [browser, system].filter((word) => word !== '').join(' · ') || t('sessions.unknown'),
    line: t('sessions.seen', { seen: moment(Date.parse(seen)), address }),
    Icon: phone ? PhoneIcon : DeviceIcon,
  };
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const { name, line, Icon } = useAbout(session);
  return (
    <li className={styles['session']}>
      <Icon />
      <div>
        <p className={styles['device']}>
          {name}
          {session.current && <Chip tone="success">{t('sessions.current')}</Chip>}
        </p>
        <p className="text-3 size-13">{line}</p>
      </div>
      {!session.current && (
        <Button
          size="s"
          onClick={onEnd}
          aria-label={session.viewer === '' ? t('sessions.logOutOf', { name }) : t('sessions.endOf', { name })}
        >
          {session.viewer === '' ? t('sessions.logOut') : t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const { t } = useTranslation('account');
  const query = useQuery(accountQueries.sessions());
  const end = useEndSession();
  const [asked, setAsked] = useState<Session>();
  const close = (): void => setAsked(undefined);
  const viewing = asked !== undefined && asked.viewer !== '';
  return (
    <>
      <QueryView query={query} empty={<EmptyState title={t('sessions.none')} />}>
        {(sessions) => (
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
            ))}
          </ul>
        )}
      </QueryView>
      <p className="text-3 size-13">{t('sessions.limit')}</p>
      <Dialog
        open={asked !== undefined}
        title={viewing ? t('sessions.endTitle') : t('sessions.logOutTitle')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              variant="danger"
              loading={end.isPending}
              onClick={() => end.mutate(asked?.id ?? '', { onSuccess: close, onError: close })}
            >
              {viewing ? t('sessions.end') : t('sessions.logOut')}
            </Button>
          </>
        }
      >
        {viewing ? t('sessions.endText') : t('sessions.logOutText')}
      </Dialog>
    </>
  );
}
