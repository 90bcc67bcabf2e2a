// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    desk: {
      'backup.advice': None;
      'backup.last': { time: Value };
      'backup.never': None;
      'backup.title': None;
      'calm': None;
      'first': None;
      'more': None;
      'quick.audit': None;
      'quick.notice': None;
      'quick.recordings': None;
      'quick.students': None;
      'quick.title': None;
      'search.failed': None;
      'search.found': None;
      'search.hint': None;
      'search.kind.course': None;
      'search.kind.group': None;
      'search.kind.page': None;
      'search.kind.recent': None;
      'search.kind.room': None;
      'search.kind.student': None;
      'search.kind.teacher': None;
      'search.label': None;
      'search.loading': None;
      'search.nothing': None;
      'search.title': None;
      'setUp.intro': None;
      'setUp.look': None;
      'setUp.progress': { all: Value; done: Value };
      'setUp.template': None;
      'setUp.there': { count: number; number: Value };
      'setUp.title': None;
      'step.courses': None;
      'step.enrolments': None;
      'step.groups': None;
      'step.periods': None;
      'step.programmes': None;
      'step.rooms': None;
      'step.students': None;
      'step.teachers': None;
      'step.terms': None;
      'step.timetable': None;
      'stepHint.courses': None;
      'stepHint.enrolments': None;
      'stepHint.groups': None;
      'stepHint.periods': None;
      'stepHint.programmes': None;
      'stepHint.rooms': None;
      'stepHint.students': None;
      'stepHint.teachers': None;
      'stepHint.terms': None;
      'stepHint.timetable': None;
      'waiting.accountsFirstPassword': { count: number };
      'waiting.accountsFirstPasswordHint': None;
      'waiting.accountsNever': { count: number };
      'waiting.accountsNeverHint': None;
      'waiting.importsRefused': { count: number };
      'waiting.importsRefusedHint': None;
      'waiting.jobsDead': { count: number };
      'waiting.jobsDeadHint': None;
      'waiting.noticesUnanswered': { count: number };
      'waiting.noticesUnansweredHint': None;
      'waiting.open': None;
      'waiting.recordingsFailed': { count: number };
      'waiting.recordingsFailedHint': None;
      'waiting.recordingsUnmatched': { count: number };
      'waiting.recordingsUnmatchedHint': None;
      'waiting.since': { time: Value };
      'week': { term: Value; week: Value };
    };
  }
}
