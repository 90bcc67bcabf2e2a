import { lazy, type SubmitEvent } from 'react';
import { college } from '@/shared/api/college';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { Button } from '@/shared/ui/button';
import { ErrorIcon, LockIcon, PhoneIcon, ShieldIcon } from '@/shared/ui/icons';
import { PasswordField, TextField } from '@/shared/ui/text-field';
import styles from './login-page.module.css';
import { useLogin } from './use-login';

// A build-time constant, so that a production build contains nothing of the mock.
const MockCaptcha =
  import.meta.env.MODE === 'mock'
    ? lazy(async () => ({ default: (await import('@/testing/mock/captcha-button')).CaptchaButton }))
    : undefined;

function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}

/** Counts down until the next attempt. Announced once, not every second. */
function Wait({ seconds }: { seconds: number }) {
  const { t } = useTranslation('account');
  const { number, list } = useFormats();
  const part = (value: number, unit: 'minute' | 'second'): string[] =>
    value === 0 ? [] : [number(value, { style: 'unit', unit, unitDisplay: 'long' })];
  const wait = list([...part(Math.floor(seconds / 60), 'minute'), ...part(seconds % 60, 'second')]);
  return (
    <>
      <p role="alert" className="visually-hidden">
        {t('login.tooMany')}
      </p>
      <p className={styles['wait']} role="timer" aria-live="off">
        {t('login.wait', { wait })}
      </p>
    </>
  );
}

function FactorField() {
  const { t } = useTranslation('account');
  return (
    <TextField
      name="factor"
      large
      icon={ShieldIcon}
      label={t('login.factor')}
      hint={t('login.factorHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
    />
  );
}

/** Phone number, password and, for staff with two-step verification, a code. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t } = useTranslation('account');
  const { wrong, busy, askFactor, left, clearError, attempt } = useLogin(onLoggedIn);
  const codes = useValue(college)?.firstPassword === 'code';
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const first = await attempt({
      phone: textOf(data, 'phone'),
      password: textOf(data, 'password'),
      factor: textOf(data, 'factor'),
    });
    form.querySelector<HTMLElement>(`[name="${first ?? ''}"]`)?.focus();
  };
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <TextField
        name="phone"
        large
        icon={PhoneIcon}
        label={t('login.phone')}
        placeholder={t('login.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        maxLength={20}
        error={wrong.phone}
        onChange={() => clearError('phone')}
      />
      <PasswordField
        name="password"
        large
        icon={LockIcon}
        label={t('login.password')}
        placeholder={t('login.password')}
        autoComplete="current-password"
        maxLength={128}
        hint={t(codes ? 'login.hintCode' : 'login.hint')}
        error={wrong.password}
        onChange={() => clearError('password')}
      />
      {MockCaptcha && <MockCaptcha />}
      {askFactor && <FactorField />}
      <div role="alert" className={styles['alert']}>
        {wrong.all !== undefined && (
          <p className={styles['wrong']}>
            <ErrorIcon size={18} />
            {wrong.all}
          </p>
        )}
      </div>
      {left > 0 && <Wait seconds={left} />}
      <Button type="submit" variant="primary" size="l" block loading={busy} disabled={left > 0}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
