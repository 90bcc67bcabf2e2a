import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Dialog } from '@/shared/ui/dialog';
import { Cluster, Stack } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { errorText } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import styles from './actions.module.css';
import { CodeSheet } from './code-sheet';
import { statuses, type Status } from './filter';
import type { Person } from './person';
import { useEnable, useEndSessions, useHandOut, useStatus } from './use-actions';
import { WhoList } from './who-list';

export interface ActionProps {
  people: readonly Person[];
  onClose: () => void;
}

interface FrameProps extends ActionProps {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** The button's text. */
  action: string;
  busy: boolean;
  error: unknown;
  /** What is missing before it can be done; empty when nothing is. */
  missing?: string;
  onDo: () => void;
  children?: ReactNode;
}

/** The frame of each action dialog: the students, what will happen, and the button. */
export function ActionFrame(props: FrameProps) {
  const { t } = useTranslation('students');
  const { people, onClose, title, text, action, busy, error, missing = '', onDo, children } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing === '' && !busy) {
      onDo();
    }
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={submit}>
        <WhoList people={people} />
        <p>{text}</p>
        {children}
        <div role="alert" className={classNames('danger', styles['error'])}>
          {errorText(error)}
        </div>
        <Cluster gap={2} justify="end">
          {missing !== '' && <span className={styles['missing']}>{missing}</span>}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={busy} disabled={missing !== ''}>
            {action}
          </Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}

/** Replaces passwords with one-time codes, which are shown once. */
export function CodesDialog({ people, onClose }: ActionProps) {
  const { t } = useTranslation('students');
  const { mutate, data, error, isPending } = useHandOut();
  if (data !== undefined && data.codes.length > 0) {
    return <CodeSheet slips={data.codes} onClose={onClose} />;
  }
  return (
    <ActionFrame
      {...{ people, onClose, error }}
      title={t('codes.title')}
      text={t('codes.text', { count: people.length })}
      action={t('codes.do', { count: people.length })}
      busy={isPending}
      onDo={() => mutate(people)}
    />
  );
}

export function EndSessionsDialog({ people, onClose }: ActionProps) {
  const { t } = useTranslation('students');
  const { mutate, error, isPending } = useEndSessions();
  return (
    <ActionFrame
      {...{ people, onClose, error }}
      title={t('endSessions.title')}
      text={t('endSessions.text', { count: people.length })}
      action={t('endSessions.do')}
      busy={isPending}
      onDo={() => mutate(people, { onSuccess: onClose })}
    />
  );
}

/** Closes accounts with a reason, which the student reads at login. */
export function CloseDialog({ people, onClose }: ActionProps) {
  const { t } = useTranslation('students');
  const { mutate, error, isPending } = useEnable();
  const [reason, setReason] = useState('');
  return (
    <ActionFrame
      {...{ people, onClose, error }}
      title={t('close.title')}
      text={t('close.text', { count: people.length })}
      action={t('close.do', { count: people.length })}
      busy={isPending}
      missing={reason.trim() === '' ? t('close.missing') : ''}
      onDo={() => mutate({ people, enabled: false, reason: reason.trim() }, { onSuccess: onClose })}
    >
      <TextField
        label={t('close.reason')}
        hint={t('close.reasonHint')}
        required
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActionFrame>
  );
}

/** Changes the status and says beforehand what follows from it. */
export function StatusDialog({ people, onClose }: ActionProps) {
  const { t } = useTranslation('students');
  const { mutate, error, isPending } = useStatus();
  const [only] = people;
  const [status, setStatus] = useState<Status | ''>('');
  const [reason, setReason] = useState('');
  const offered = statuses.filter((one) => people.length > 1 || one !== only?.enrolmentStatus);
  return (
    <ActionFrame
      {...{ people, onClose, error }}
      title={t('status.title')}
      text={status === '' ? t('status.text') : t(`follows.${status}`)}
      action={t('status.do', { count: people.length })}
      busy={isPending}
      missing={status === '' ? t('status.missing') : ''}
      onDo={() => status !== '' && mutate({ people, status, reason: reason.trim() }, { onSuccess: onClose })}
    >
      <Select
        label={t('status.new')}
        required
        placeholder={t('status.choose')}
        options={offered.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        onChange={({ target }) => setStatus(offered.find((one) => one === target.value) ?? '')}
      />
      <TextField
        label={t('status.reason')}
        hint={t('status.reasonHint')}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActionFrame>
  );
}
