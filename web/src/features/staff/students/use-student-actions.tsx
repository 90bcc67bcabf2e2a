import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { MenuItem } from '@/shared/ui/menu';
import { MergeDialog } from './merge-dialog';
import { DeleteDialog, PhoneDialog } from './one-dialogs';
import { fits, type ActionKind, type Person } from './person';
import { studentsQueries, type StaffRecord } from './queries';
import { useActing, type Act } from './use-acting';
import { useCan } from './use-can';

interface StudentActions {
  person: Person;
  menu: readonly MenuItem[];
  act: Act;
  dialog: ReactNode;
}

/** Actions that only make sense for one student. */
const dialogs = { phone: PhoneDialog, merge: MergeDialog, delete: DeleteDialog };

const changing: readonly ActionKind[] = ['enrol', 'status', 'endSessions', 'close', 'open'];

/** The menu of a student's page. */
export function useStudentActions(record: StaffRecord): StudentActions {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const account = useQuery(studentsQueries.account(record.id)).data?.account;
  const { act, dialog } = useActing();
  const [alone, setAlone] = useState<keyof typeof dialogs>();
  const { id, name, studentNumber, enrolmentStatus } = record;
  const person: Person = {
    id,
    name,
    studentNumber,
    enrolmentStatus,
    account: account?.id ?? '',
    enabled: account?.enabled ?? false,
  };
  const itemsOf = (kinds: readonly ActionKind[]): MenuItem[] =>
    kinds
      .filter((kind) => fits[kind](person))
      .map((kind) => ({ id: kind, label: t(`action.${kind}`), onSelect: () => act(kind, [person]) }));
  const own = (kind: keyof typeof dialogs, separated = false): MenuItem => ({
    id: kind,
    label: t(`action.${kind}`),
    separated,
    onSelect: () => setAlone(kind),
  });
  const Dialog = alone && dialogs[alone];
  return {
    person,
    act,
    menu: [
      ...itemsOf(['codes']),
      ...(change ? [own('phone'), ...itemsOf(changing), own('merge', true), own('delete')] : []),
    ],
    dialog: Dialog ? <Dialog {...{ record, person }} onClose={() => setAlone(undefined)} /> : dialog,
  };
}
