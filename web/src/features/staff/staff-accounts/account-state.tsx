import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import type { Account } from './queries';

export type State = 'closed' | 'never' | 'code' | 'open';

/** The state that matters most. */
export function stateOf({ enabled, lastLogin, firstPassword }: Account): State {
  if (!enabled) {
    return 'closed';
  }
  if (lastLogin === '') {
    return 'never';
  }
  return firstPassword ? 'code' : 'open';
}

const tones = { closed: 'danger', never: 'warning', code: 'warning', open: 'success' } as const;

export function AccountState({ account }: { account: Account }) {
  const { t } = useTranslation('staff-accounts');
  const state = stateOf(account);
  return <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>;
}
