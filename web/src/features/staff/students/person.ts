import type { Status } from './filter';

/** The part of a student that actions need. */
export interface Person {
  id: string;
  name: string;
  studentNumber: string;
  enrolmentStatus: Status;
  /** Id of the account; empty if there is none. */
  account: string;
  enabled: boolean;
}

export type ActionKind = 'codes' | 'enrol' | 'drop' | 'status' | 'endSessions' | 'close' | 'open';

/** The result of a bulk call. */
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
