import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useMoment } from '@/shared/time/use-moment';
import { classNames } from '@/shared/ui/class-names';
import { Descriptions } from '@/shared/ui/descriptions';
import { AccountActions } from './account-actions';
import { AccountForm } from './account-form';
import { AccountState } from './account-state';
import styles from './accounts.module.css';
import { useAccountActions, type Account, type Code } from './queries';
import { TeacherLink } from './teacher-link';

interface Props {
  account: Account;
  own: boolean;
  onCode: (code: Code) => void;
}

/** One account: its details and the actions on it. */
export function AccountPanel({ account, own, onCode }: Props) {
  const { t } = useTranslation('staff-accounts');
  const moment = useMoment();
  const { setScope } = useAccountActions();
  const { id, name, phone, lastLogin, registered, firstPassword, secondFactor, onlyRegistrar } = account;
  return (
    <div className={styles['panel']}>
      <Descriptions
        facts={[
          { label: t('facts.state'), value: <AccountState account={account} /> },
          ...(account.closedReason === '' ? [] : [{ label: t('facts.reason'), value: account.closedReason }]),
          { label: t('facts.phone'), value: phone },
          {
            label: t('facts.lastLogin'),
            value: lastLogin === '' ? t('facts.never') : moment(Date.parse(lastLogin)),
          },
          { label: t('facts.password'), value: t(firstPassword ? 'facts.codeLeft' : 'facts.ownPassword') },
          { label: t('facts.factor'), value: t(secondFactor ? 'facts.on' : 'facts.off') },
          { label: t('facts.since'), value: moment(Date.parse(registered)) },
        ]}
      />
      <TeacherLink account={account} />
      {account.role === 'user' ? null : own || onlyRegistrar ? (
        <p className={classNames('text-2', styles['note'])}>{t(own ? 'own.scope' : 'scope.only')}</p>
      ) : (
        <AccountForm
          key={`${id} ${account.scope} ${account.classes.join('\n')}`}
          account={account}
          onSubmit={async ({ scope, classes }) =>
            scope !== 'teacher' &&
            setScope
              .mutateAsync({ id, scope, classes: scope === 'adviser' ? classes : [] })
              .then(() => notify('success', t('scope.saved', { name })))
          }
        />
      )}
      <AccountActions account={account} own={own} onCode={onCode} />
    </div>
  );
}
