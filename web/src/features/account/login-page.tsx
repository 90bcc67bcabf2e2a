import { use, useActionState } from 'react';
import { appConfig } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import { login } from './login';

function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}

/** Phone number and password. */
export function LoginPage({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t, locale } = useTranslation('account');
  const { college } = use(appConfig());
  const [failed, submit, busy] = useActionState(async (_before: boolean, form: FormData) => {
    try {
      await login(textOf(form, 'phone'), textOf(form, 'password'));
      onLoggedIn();
      return false;
    } catch {
      return true;
    }
  }, false);
  return (
    <main>
      <h1>{t('login.title', { college: college[locale] })}</h1>
      <form action={submit} aria-busy={busy}>
        <input name="phone" inputMode="tel" autoComplete="username" required aria-label={t('login.phone')} />
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          aria-label={t('login.password')}
        />
        {failed && <p role="alert">{t('login.error')}</p>}
        <button type="submit">{t('login.submit')}</button>
      </form>
    </main>
  );
}
