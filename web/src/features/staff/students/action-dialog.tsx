import type { Choice } from '@/shared/ui/staff/use-search';
import { CloseDialog, CodesDialog, EndSessionsDialog, StatusDialog, type ActionProps } from './action-dialogs';
import { EnrolDialog } from './enrol-dialog';
import type { ActionKind } from './person';

interface Props extends ActionProps {
  /** Opening an account needs no dialog. */
  kind: Exclude<ActionKind, 'open'>;
  /** The group whose button was pressed, if any. */
  group?: Choice | undefined;
}

export function ActionDialog({ kind, group, ...props }: Props) {
  switch (kind) {
    case 'codes':
      return <CodesDialog {...props} />;
    case 'status':
      return <StatusDialog {...props} />;
    case 'endSessions':
      return <EndSessionsDialog {...props} />;
    case 'close':
      return <CloseDialog {...props} />;
    case 'enrol':
    case 'drop':
    default:
      return <EnrolDialog {...props} {...{ kind, group }} />;
  }
}
