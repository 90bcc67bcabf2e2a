// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'who-watched': {
      'about': None;
      'age.again': None;
      'age.asOf': { when: Value };
      'age.computing': None;
      'age.never': None;
      'back': None;
      'classes.none': None;
      'curve.at': None;
      'curve.fall': { at: Value; count: number; started: Value };
      'curve.nobody': None;
      'curve.students': None;
      'curve.title': None;
      'curve.whole': None;
      'lessons.counts': { count: number; done: Value; started: Value };
      'lessons.mean': { length: Value };
      'lessons.none': None;
      'lessons.noneText': None;
      'lessons.title': None;
      'lessons.watch': { title: Value };
      'none': None;
      'noneText': None;
      'percent': { percent: Value };
      'remind.anyLesson': None;
      'remind.cancel': None;
      'remind.comma': None;
      'remind.count': { count: number };
      'remind.never': None;
      'remind.open': None;
      'remind.recent': { count: number };
      'remind.rule': { days: Value };
      'remind.send': { count: number };
      'remind.sent': { count: number };
      'remind.title': None;
      'remind.unfinished': None;
      'remind.who': None;
      'row.class': None;
      'row.course': None;
      'row.earlier': { percent: Value; when: Value };
      'row.group': None;
      'row.lesson': None;
      'row.lessonName': { position: Value; title: Value };
      'row.name': None;
      'row.number': None;
      'row.of': { length: Value; watched: Value };
      'row.seconds': None;
      'row.seen': None;
      'row.state': None;
      'rows.none': None;
      'rows.noneText': None;
      'rows.title': None;
      'seen.never': None;
      'state.done': None;
      'state.never': None;
      'state.started': None;
      'state.unfinished': None;
      'sums.done': None;
      'sums.seconds': None;
      'sums.share': { all: Value; part: Value; percent: Value };
      'sums.started': None;
      'sums.students': None;
      'tab.classes': None;
      'tab.courses': None;
      'tab.rows': None;
      'term': None;
      'title': None;
      'titleOf': { course: Value };
    };
  }
}
