import { useState, type SubmitEvent } from 'react';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { CheckIcon, MinusIcon } from '@/shared/ui/icons';
import { errorText } from '@/shared/ui/state';
import { Checkbox } from '@/shared/ui/switch';
import { PasswordField } from '@/shared/ui/text-field';
import { isGoodPassword, passwordRuleNames, passwordRules } from './password-rule';
import { useChangePassword } from './queries';
import { useCalendarRenewal } from './use-calendar-renewal';
import styles from './user-setting-page.module.css';

const blank = { old: '', next: '', again: '' };

type FieldName = keyof typeof blank;

/** The field that the server's refusal is about, if any. */
function fieldOf(error: unknown): 'old' | 'next' | undefined {
  const code = codeOf(error) ?? '';
  if (code === 'account.password_wrong') {
    return 'old';
  }
  return code.startsWith('account.password_') ? 'next' : undefined;
}

/** Shows which rules the typed password meets. */
function Rules({ password }: { password: string }) {
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

/** The form's values, errors (local and from the server) and submission. */
function usePasswordChange() {
  const { t } = useTranslation('account');
  const change = useChangePassword();
  const renewal = useCalendarRenewal();
  const [typed, setTyped] = useState(blank);
  const [tried, setTried] = useState(false);
  const refused = fieldOf(change.error);
  const wrong = {
    old: typed.old === '' ? t('login.passwordEmpty') : undefined,
    next: isGoodPassword(typed.next) ? undefined : t('password.hint'),
    again: typed.again === typed.next ? undefined : t('password.differs'),
  };
  const edit = (name: FieldName, text: string): void => {
    setTyped({ ...typed, [name]: text });
    if (refused === name) {
      change.reset();
    }
  };
  const errorAt = (name: FieldName) =>
    (tried ? wrong[name] : undefined) ?? (refused === name ? errorText(change.error) : undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    if (Object.values(wrong).every((text) => text === undefined)) {
      change.mutate(
        { oldPassword: typed.old, newPassword: typed.next },
        {
          onSuccess: () => {
            setTyped(blank);
            setTried(false);
            notify('success', t('password.changed'));
            void renewal.run().then(
              (renewed) => renewed && notify('success', t('password.calendarChanged')),
              () => undefined, // shown by the API client; the old address still works
            );
          },
          onError: (error) => form.querySelector<HTMLElement>(`[name="${fieldOf(error) ?? ''}"]`)?.focus(),
        },
      );
    }
  };
  const elsewhere = refused === undefined ? errorText(change.error) : undefined;
  return { typed, edit, errorAt, elsewhere, submit, renewal, pending: change.isPending };
}

/** Changes the password. The server checks the same rules; here they are shown during typing. */
export function PasswordForm() {
  const { t } = useTranslation('account');
  const { typed, edit, errorAt, elsewhere, submit, renewal, pending } = usePasswordChange();
  const field = (name: FieldName, autoComplete: string) => (
    <PasswordField
      name={name}
      label={t(`password.${name}`)}
      autoComplete={autoComplete}
      maxLength={128}
      value={typed[name]}
      error={errorAt(name)}
      onChange={({ target }) => edit(name, target.value)}
    />
  );
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      {field('old', 'current-password')}
      {field('next', 'new-password')}
      <Rules password={typed.next} />
      {field('again', 'new-password')}
      {renewal.offered && (
        <Checkbox label={t('password.calendar')} checked={renewal.chosen} onChange={renewal.setChosen} />
      )}
      <div role="alert">{elsewhere !== undefined && <p className="danger">{elsewhere}</p>}</div>
      <div>
        <Button type="submit" variant="primary" loading={pending}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  );
}
