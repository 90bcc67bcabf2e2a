// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    staff: {
      'date.week': { week: Value; weekday: Value };
      'diff.nothing': None;
      'diff.read': { now: Value; was: Value };
      'edit.hint': None;
      'edit.take': { value: Value };
      'form.discard': None;
      'form.notSaved': None;
      'form.restored': None;
      'job.done': None;
      'job.doneOf': { done: Value; total: Value };
      'job.failed': None;
      'job.left': { length: Value };
      'job.percent': { percent: Value };
      'job.running': None;
      'job.silent': { time: Value };
      'job.waiting': None;
      'keys.goTo': { page: Value };
      'keys.group.everywhere': None;
      'keys.group.go': None;
      'keys.group.list': None;
      'keys.group.page': None;
      'keys.open': None;
      'keys.single': None;
      'keys.singleHint': None;
      'keys.then': None;
      'keys.title': None;
      'panel.close': None;
      'period.from': { label: Value };
      'period.one': { period: Value; time: Value };
      'period.range': { first: Value; last: Value; times: Value };
      'period.to': { label: Value };
      'picker.asking': None;
      'picker.choices': { label: Value };
      'picker.clear': { label: Value };
      'picker.course': None;
      'picker.courseHint': None;
      'picker.failed': None;
      'picker.found': { count: number };
      'picker.none': { text: Value };
      'picker.person': None;
      'picker.personHint': None;
      'step.done': None;
      'step.label': None;
      'step.progress': { count: number; step: Value };
      'timeline.undo': { what: Value };
      'undo.do': None;
      'undo.last': None;
    };
  }
}
