import { useTranslation } from '@/shared/i18n/use-translation';
import { CloseIcon, PlusIcon } from '@/shared/ui/icons';
import type { BulkAction } from '@/shared/ui/staff/table/types';
import { isMissing } from './effects';
import type { DraftRow } from './queries';
import type { RowActions } from './row-cells';

/** Actions on the selected rows. */
export function useBulkActions(actions: RowActions | undefined): readonly BulkAction<DraftRow>[] | undefined {
  const { t } = useTranslation('imports');
  return actions === undefined
    ? undefined
    : [
        {
          id: 'leaveOut',
          label: t('rows.leaveOut'),
          icon: CloseIcon,
          can: ({ effect }) => effect !== 'leftOut' && !isMissing(effect),
          run: (rows) => actions.leaveOut(rows, true),
        },
        {
          id: 'takeIn',
          label: t('rows.takeIn'),
          icon: PlusIcon,
          can: ({ effect }) => effect === 'leftOut',
          run: (rows) => actions.leaveOut(rows, false),
        },
      ];
}
