import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Dialog } from '@/shared/ui/dialog';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import styles from './accounts.module.css';
import { CloseDialog } from './close-dialog';
import { useAccountActions, type Account, type Code } from './queries';

type Question = 'code' | 'factor' | 'close';

interface Props {
  account: Account;
  own: boolean;
  onCode: (code: Code) => void;
}

/** Confirms actions that can't be undone. */
function ConfirmQuestion({
  what,
  name,
  onClose,
  onConfirm,
}: {
  what: 'code' | 'factor';
  name: string;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { t } = useTranslation('staff-accounts');
  return (
    <Dialog
      alert
      open
      title={t(`ask.${what}`, { name })}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('ask.cancel')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {t(`ask.${what}Do`)}
          </Button>
        </>
      }
    >
      {t(`ask.${what}Text`)}
    </Dialog>
  );
}

/** Opens or closes an account, or says why it can't be closed. */
function OpenOrClose({ account, own, onAsk }: Pick<Props, 'account' | 'own'> & { onAsk: () => void }) {
  const { t } = useTranslation('staff-accounts');
  const { setEnabled } = useAccountActions();
  const { id, name, enabled, closedReason, onlyRegistrar } = account;
  if (!enabled) {
    const again = (): Promise<void> =>
      setEnabled.mutateAsync({ id, enabled: false, reason: closedReason }).then(() => undefined);
    return (
      <Button
        loading={setEnabled.isPending}
        onClick={() =>
          setEnabled.mutate({ id, enabled: true }, { onSuccess: () => notifyUndo(t('open.done', { name }), again) })
        }
      >
        {t('open.do')}
      </Button>
    );
  }
  if (own || onlyRegistrar) {
    return <p className={classNames('text-2', styles['note'])}>{t(own ? 'close.own' : 'close.only')}</p>;
  }
  return <Button onClick={onAsk}>{t('close.button')}</Button>;
}

/** What a registrar can do to a staff account. */
export function AccountActions({ account, own, onCode }: Props) {
  const { t } = useTranslation('staff-accounts');
  const [asking, setAsking] = useState<Question | null>(null);
  const { reset, resetFactor, endSessions, setEnabled } = useAccountActions();
  const { id, name, phone, secondFactor, enabled } = account;
  const done = (): void => setAsking(null);
  const open = (): Promise<void> => setEnabled.mutateAsync({ id, enabled: true }).then(() => undefined);
  const handOver = (): void => reset.mutate(id, { onSuccess: (made) => onCode({ name, phone, code: made.code }) });
  return (
    <div className={styles['actions']}>
      {own && <p className={classNames('text-2', styles['note'])}>{t('own.password')}</p>}
      {enabled && !own && (
        <Button loading={reset.isPending} onClick={() => setAsking('code')}>
          {t('actions.code')}
        </Button>
      )}
      {secondFactor && !own && (
        <Button loading={resetFactor.isPending} onClick={() => setAsking('factor')}>
          {t('actions.factor')}
        </Button>
      )}
      {enabled && !own && (
        <Button
          loading={endSessions.isPending}
          onClick={() => endSessions.mutate(id, { onSuccess: () => notify('success', t('actions.ended', { name })) })}
        >
          {t('actions.end')}
        </Button>
      )}
      <OpenOrClose account={account} own={own} onAsk={() => setAsking('close')} />
      {asking === 'code' && <ConfirmQuestion what="code" name={name} onClose={done} onConfirm={handOver} />}
      {asking === 'factor' && (
        <ConfirmQuestion
          what="factor"
          name={name}
          onClose={done}
          onConfirm={() =>
            resetFactor.mutate(id, { onSuccess: () => notify('success', t('actions.factorDone', { name })) })
          }
        />
      )}
      <CloseDialog
        open={asking === 'close'}
        name={name}
        onClose={done}
        onConfirm={(reason) => {
          done();
          setEnabled.mutate(
            { id, enabled: false, reason },
            { onSuccess: () => notifyUndo(t('close.done', { name }), open) },
          );
        }}
      />
    </div>
  );
}
