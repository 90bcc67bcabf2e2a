import type { Status } from './filter';

/** A student as far as actions need to know. */
export interface Person {
  id: string;
  name: string;
  studentNumber: string;
  enrolmentStatus: Status;
  /** The id of the account; empty while there is none. */
  account: string;
  enabled: boolean;
}

/** What can be done with one student or with many. */
export type ActionKind = 'codes' | 'enrol' | 'drop' | 'status' | 'endSessions' | 'close' | 'open';

/** What came of a call about many. */
export interface Done {
  done: number;
  left: readonly { student: string; code: string }[];
}

/** Whether an action makes sense for a student. */
export const fits: Readonly<Record<ActionKind, (person: Person) => boolean>> = {
  codes: ({ account }) => account !== '',
  enrol: ({ enrolmentStatus }) => enrolmentStatus !== 'withdrawn' && enrolmentStatus !== 'graduated',
  drop: () => true,
  status: () => true,
  endSessions: ({ account }) => account !== '',
  close: ({ account, enabled }) => account !== '' && enabled,
  open: ({ account, enabled }) => account !== '' && !enabled,
};
