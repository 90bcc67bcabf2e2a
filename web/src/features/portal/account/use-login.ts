import { useState, type ReactNode } from 'react';
import { ApiError, codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { errorText } from '@/shared/ui/state';
import { useCountdown } from './countdown';
import { login } from './login';

/** What was typed. */
interface Typed {
  phone: string;
  password: string;
  factor: string;
}

/** What is wrong, by field; `all` is what the server or the way to it said. */
type Wrong = Partial<Record<'phone' | 'password' | 'all', ReactNode>>;

/** The code of the refusal that asks for a second factor. */
const factorWanted = 'account.factor_required';

interface LoginState {
  wrong: Wrong;
  busy: boolean;
  /** Staff with a second factor are asked for its code. */
  askFactor: boolean;
  /** Seconds until another try makes sense. */
  left: number;
  /** Forgets what was wrong with a field, because somebody is putting it right. */
  forgive: (field: keyof Wrong) => void;
  /** Tries; resolves with the field to put right first, if it is one. */
  attempt: (typed: Typed) => Promise<'phone' | 'password' | undefined>;
}

/** Whether somebody said why: the server with a text, or this device when there was no answer. */
const isTold = (error: ApiError): boolean =>
  error.reason === 'unreachable' || error.reason === 'timeout' || error.complaints.some(({ own }) => !own);

/** Logging in as the form sees it: what is missing, what was refused, and how long to wait. */
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
      setWrong({ all: error instanceof ApiError && isTold(error) ? errorText(error) : t('login.error') });
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
    // A constant when the app is built: the mock says itself what is missing.
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

  const forgive = (field: keyof Wrong): void => setWrong(({ [field]: _known, ...rest }) => rest);
  return { wrong, busy, askFactor, left, forgive, attempt };
}
