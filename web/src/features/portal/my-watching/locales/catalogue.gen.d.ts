// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'my-watching': {
      'about': None;
      'copy': None;
      'days.none': None;
      'days.title': None;
      'how.done': None;
      'how.once': None;
      'how.place': None;
      'how.proved': None;
      'how.title': None;
      'lesson.done': None;
      'lesson.facts': { length: Value; percent: Value; watched: Value };
      'lesson.gone': None;
      'lesson.parts': { parts: Value };
      'lesson.seen': { when: Value };
      'lesson.stopped': { at: Value };
      'lessons.none': None;
      'lessons.noneText': None;
      'lessons.title': None;
      'notes': { count: number };
      'reminded': { course: Value; when: Value };
      'title': None;
      'who.adviser': None;
      'who.not': None;
      'who.teacher': None;
      'who.title': None;
    };
  }
}
