import type { ReactNode, SubmitEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { CheckIcon, MinusIcon } from '@/shared/ui/icons';
import { errorText } from '@/shared/ui/state';
import { PasswordField } from '@/shared/ui/text-field';
import { isGoodPassword, passwordRuleNames, passwordRules } from './password-rule';
import { useChangePassword } from './queries';
import styles from './user-setting-page.module.css';

const blank = { old: '', next: '', again: '' };

/** Which rules the typed password already keeps, in words and marks. */
function Rules({ password }: { password: string }): ReactNode {
  const { t } = useTranslation('account');
  return (
    <ul className={styles['rules']} aria-label={t('password.hint')}>
      {passwordRuleNames.map((rule) => {
        const kept = passwordRules[rule](password);
        const Icon = kept ? CheckIcon : MinusIcon;
        return (
          <li key={rule} data-kept={kept}>
            <Icon size={14} />
            {t(`password.rule.${rule}`)}
            <span className="visually-hidden">{kept ? t('password.kept') : t('password.notKept')}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Changes the password. The rule is the server's too; here it is shown while one types. */
export function PasswordForm(): ReactNode {
  const { t } = useTranslation('account');
  const change = useChangePassword();
  const [typed, setTyped] = useState(blank);
  const [tried, setTried] = useState(false);
  const wrong = {
    old: typed.old === '' ? t('login.passwordEmpty') : undefined,
    next: isGoodPassword(typed.next) ? undefined : t('password.hint'),
    again: typed.again === typed.next ? undefined : t('password.differs'),
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (Object.values(wrong).every((text) => text === undefined)) {
      change.mutate(
        { oldPassword: typed.old, newPassword: typed.next },
        {
          onSuccess: () => {
            setTyped(blank);
            setTried(false);
            notify('success', t('password.changed'));
          },
        },
      );
    }
  };
  const field = (name: keyof typeof blank, autoComplete: string): ReactNode => (
    <PasswordField
      label={t(`password.${name}`)}
      autoComplete={autoComplete}
      maxLength={128}
      value={typed[name]}
      error={tried ? wrong[name] : undefined}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      {field('old', 'current-password')}
      {field('next', 'new-password')}
      <Rules password={typed.next} />
      {field('again', 'new-password')}
      <div role="alert">{change.isError && <p className={styles['wrong']}>{errorText(change.error)}</p>}</div>
      <div>
        <Button type="submit" variant="primary" loading={change.isPending}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  );
}
