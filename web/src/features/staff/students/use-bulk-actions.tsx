import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { BulkAction } from '@/shared/ui/staff/table/types';
import { fits, type ActionKind } from './person';
import type { StudentItem } from './queries';
import { useActing } from './use-acting';
import { useCan } from './use-can';

/** The first four are shown as buttons. */
const everything: readonly ActionKind[] = ['codes', 'enrol', 'drop', 'status', 'endSessions', 'close', 'open'];

/** Actions on the selected students, for the bar below the list. */
export function useBulkActions(): { actions: readonly BulkAction<StudentItem>[]; dialog: ReactNode } {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const { act, dialog } = useActing();
  const kinds: readonly ActionKind[] = change ? everything : ['codes'];
  const actions = kinds.map((id) => ({
    id,
    label: t(`action.${id}`),
    can: fits[id],
    run: (rows: readonly StudentItem[]) => act(id, rows),
  }));
  return { actions, dialog };
}
