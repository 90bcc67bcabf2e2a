import { useState, type ReactNode } from 'react';
import { ApiError, codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { errorText } from '@/shared/ui/state';
import { useCountdown } from './countdown';
import { login } from './login';

interface Typed {
  phone: string;
  password: string;
  factor: string;
}

/** Errors by field; `all` is for errors of the server or the connection. */
type Wrong = Partial<Record<'phone' | 'password' | 'all', ReactNode>>;

/** The error code that asks for the code of an authenticator app. */
const factorWanted = 'account.factor_required';

interface LoginState {
  wrong: Wrong;
  busy: boolean;
  /** Whether to ask for the code of two-step verification. */
  askFactor: boolean;
  /** Seconds until the next attempt is allowed. */
  left: number;
  /** Clears a field's error when the user edits it. */
  clearError: (field: keyof Wrong) => void;
  /** Logs in; resolves with the first invalid field, if any. */
  attempt: (typed: Typed) => Promise<'phone' | 'password' | undefined>;
}

/** Whether there is a specific text for the user: from the server, or because the server didn't answer. */
const isExplained = (error: ApiError): boolean =>
  error.reason === 'unreachable' || error.reason === 'timeout' || error.complaints.some(({ own }) => !own);

/** State and actions of the login form: missing fields, errors, and the wait before the next attempt. */
export function useLogin(onLoggedIn: () => void): LoginState {
  const { t } = useTranslation('account');
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const [askFactor, setAskFactor] = useState(false);
  const [left, startWaiting] = useCountdown();

  const refused = (error: unknown): void => {
    setWrong({});
    if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null) {
      startWaiting(error.retryAfter);
    } else if (codeOf(error) === factorWanted && !askFactor) {
      setAskFactor(true);
    } else {
      setWrong({ all: error instanceof ApiError && isExplained(error) ? errorText(error) : t('login.error') });
    }
  };

  const missingIn = ({ phone, password }: Pick<Typed, 'phone' | 'password'>): Wrong => ({
    ...(phone.trim() === '' && { phone: t('login.phoneEmpty') }),
    ...(password.trim() === '' && { password: t('login.passwordEmpty') }),
  });

  const attempt: LoginState['attempt'] = async ({ phone, password, factor }) => {
    if (busy || left > 0) {
      return undefined;
    }
    // A build-time constant: the mock itself reports missing fields.
    const missing = import.meta.env.MODE === 'mock' ? {} : missingIn({ phone, password });
    setWrong(missing);
    if (missing.phone !== undefined || missing.password !== undefined) {
      return missing.phone === undefined ? 'password' : 'phone';
    }
    setBusy(true);
    try {
      await login(phone, password, askFactor ? factor : undefined);
      notify('success', t('login.success'));
      onLoggedIn();
    } catch (error) {
      refused(error);
    }
    setBusy(false);
    return undefined;
  };

  const clearError = (field: keyof Wrong): void => setWrong(({ [field]: _known, ...rest }) => rest);
  return { wrong, busy, askFactor, left, clearError, attempt };
}
