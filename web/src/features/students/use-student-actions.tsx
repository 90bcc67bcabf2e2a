import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { MenuItem } from '@/shared/ui/menu';
import type { ActionKind, Person } from './person';
import { fits } from './person';
import type { StaffRecord } from './queries';
import { studentsQueries } from './queries';
import type { Act } from './use-acting';
import { useActing } from './use-acting';
import { useCan } from './use-can';

interface StudentActions {
  person: Person;
  menu: readonly MenuItem[];
  act: Act;
  dialog: ReactNode;
}

const changing: readonly ActionKind[] = ['enrol', 'drop', 'status', 'endSessions', 'close', 'open'];

/** What can be done with one student, as the menu of their page. */
export function useStudentActions(record: StaffRecord): StudentActions {
  const { t } = useTranslation('students');
  const { change } = useCan();
  const account = useQuery(studentsQueries.account(record.id)).data?.account;
  const { act, dialog } = useActing();
  const { id, name, studentNumber, enrolmentStatus } = record;
  const person: Person = {
    id,
    name,
    studentNumber,
    enrolmentStatus,
    account: account?.id ?? '',
    enabled: account?.enabled ?? false,
  };
  const kinds: readonly ActionKind[] = change ? ['codes', ...changing] : ['codes'];
  const menu = kinds
    .filter((kind) => fits[kind](person))
    .map((kind) => ({ id: kind, label: t(`action.${kind}`), onSelect: () => act(kind, [person]) }));
  return { person, menu, act, dialog };
}
