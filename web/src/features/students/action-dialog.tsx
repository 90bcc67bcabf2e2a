import type { ReactNode } from 'react';
import { CloseDialog, CodesDialog, EndSessionsDialog, StatusDialog } from './action-dialogs';
import type { ActionProps } from './action-dialogs';
import type { ActionKind } from './person';

/** The dialog of an action for one student or many. */
export function ActionDialog({
  kind,
  ...props
}: ActionProps & { kind: Exclude<ActionKind, 'open'> }): ReactNode {
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
      return null;
  }
}
