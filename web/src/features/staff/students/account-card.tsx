import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import { refresh, useChange } from '@/shared/api/cached';
import { deviceOf } from '@/shared/access/device';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useMoment } from '@/shared/time/use-moment';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { DeviceIcon, LockIcon, PhoneIcon, ShieldIcon, SuccessIcon, WarningIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { CodeSheet } from './code-sheet';
import type { ActionKind, Person } from './person';
import { studentsQueries, type HeldAccount, type StaffRecord } from './queries';
import styles from './student-page.module.css';
import { useCan } from './use-can';

type Account = NonNullable<HeldAccount>;

/** Ends one session. There is no undo, but the person can log in again. */
function useEndSession(student: string) {
  const { t } = useTranslation('students');
  return useChange(
    (session: string) => api.delete('/api/admin/students/{student}/sessions/{session}', { path: { student, session } }),
    [studentsQueries.account(student).queryKey],
    { onSuccess: () => void notify('success', t('account.sessionEnded')) },
  );
}

function Sessions({ student, sessions }: { student: string; sessions: Account['sessions'] }) {
  const { t } = useTranslation('students');
  const moment = useMoment();
  const { change } = useCan();
  const end = useEndSession(student);
  if (sessions.length === 0) {
    return <p className={classNames('text-3', styles['quiet'])}>{t('account.noSessions')}</p>;
  }
  return (
    <ul className={styles['lines']}>
      {sessions.map(({ id, agent, address, lastSeenAt }) => {
        const { browser, system, phone } = deviceOf(agent);
        const name = [browser, system].filter((word) => word !== '').join(' · ') || t('account.unknownDevice');
        const Icon = phone ? PhoneIcon : DeviceIcon;
        return (
          <li key={id} className={styles['line']}>
            <Icon size={18} />
            <div>
              <p className={classNames('text-1 medium', styles['strong'])}>{name}</p>
              <p className={classNames('text-3', styles['quiet'])}>
                {moment(lastSeenAt)} · {address}
              </p>
            </div>
            {change && (
              <Button
                size="s"
                loading={end.isPending && end.variables === id}
                aria-label={t('account.endOne', { name })}
                onClick={() => end.mutate(id)}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Creates an account with the record's phone number and shows its code once. */
function NoAccount({ record }: { record: StaffRecord }) {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const [shown, setShown] = useState(true);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () =>
      api.post('/api/admin/accounts', {
        body: { phone: record.phone, name: record.name, role: 'user', student: record.id },
      }),
    gcTime: 0, // don't keep the code in memory
  });
  const close = (): void => {
    setShown(false);
    void refresh(studentsQueries.all());
  };
  const { id, studentNumber, name } = record;
  return (
    <>
      <p>{t(record.phone === '' ? 'account.noneNoPhone' : 'account.none')}</p>
      {change && record.phone !== '' && (
        <p className={styles['buttons']}>
          <Button loading={isPending} onClick={() => mutate()}>
            {t('account.make')}
          </Button>
        </p>
      )}
      {data !== undefined && shown && (
        <CodeSheet
          slips={[{ student: id, number: studentNumber, name, class: record.class, code: data.code }]}
          onClose={close}
        />
      )}
    </>
  );
}

function Facts({ account }: { account: Account }) {
  const { t } = useTranslation('students');
  const moment = useMoment();
  const { firstPassword, factor, lastLoginAt, closedReason, enabled } = account;
  return (
    <ul className={styles['facts']}>
      {!enabled && (
        <li>
          <LockIcon size={16} />
          {t('account.closedReason', { reason: closedReason })}
        </li>
      )}
      <li>
        {firstPassword ? <WarningIcon size={16} /> : <SuccessIcon size={16} />}
        {t(firstPassword ? 'account.firstPassword' : 'account.ownPassword')}
      </li>
      <li>
        <ShieldIcon size={16} />
        {t(factor ? 'account.factor' : 'account.noFactor')}
      </li>
      <li>
        <PhoneIcon size={16} />
        {t('account.phone', { phone: account.phone })}
      </li>
      <li>
        <DeviceIcon size={16} />
        {lastLoginAt === null ? t('login.never') : t('account.lastLogin', { time: moment(lastLoginAt) })}
      </li>
    </ul>
  );
}

interface Props {
  record: StaffRecord;
  person: Person;
  onAct: (kind: ActionKind) => void;
}

/** How a student logs in and from which devices, with actions on the account. */
export function AccountCard({ record, person, onAct }: Props) {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const query = useQuery(studentsQueries.account(record.id));
  const enabled = query.data?.account?.enabled;
  return (
    <Card
      title={t('account.title')}
      extra={
        enabled !== undefined && (
          <Chip tone={enabled ? 'success' : 'danger'}>
            {enabled ? <SuccessIcon size={14} /> : <LockIcon size={14} />}
            {t(enabled ? 'account.isOpen' : 'account.isClosed')}
          </Chip>
        )
      }
    >
      <QueryView query={query}>
        {({ account }) =>
          account === null ? (
            <NoAccount record={record} />
          ) : (
            <>
              <Facts account={account} />
              <Sessions student={record.id} sessions={account.sessions} />
              <div className={styles['buttons']}>
                <Button onClick={() => onAct('codes')}>{t('action.codes')}</Button>
                {change && account.sessions.length > 1 && (
                  <Button onClick={() => onAct('endSessions')}>{t('action.endSessions')}</Button>
                )}
                {change && !person.enabled && <Button onClick={() => onAct('open')}>{t('action.open')}</Button>}
              </div>
            </>
          )
        }
      </QueryView>
    </Card>
  );
}
