// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'clashes': {
      'about': None;
      'days': { count: number; first: Value; last: Value };
      'detail': None;
      'detailOf': { label: Value; what: Value };
      'detailStand': None;
      'first': None;
      'group': { code: Value };
      'kind': None;
      'kind.group': None;
      'kind.room': None;
      'kind.small': None;
      'kind.students': None;
      'kind.teacher': None;
      'kind.travel': None;
      'more': { count: number };
      'noTerm': None;
      'noTermText': None;
      'none': None;
      'noneText': None;
      'second': None;
      'small': { count: number; name: Value; seats: Value };
      'stand.about': None;
      'stand.by': { name: Value; reason: Value; when: Value };
      'stand.do': None;
      'stand.done': None;
      'stand.gone': None;
      'stand.hint': None;
      'stand.missing': None;
      'stand.reason': None;
      'stand.takeBack': None;
      'stand.takeBackOf': { what: Value };
      'stand.taken': None;
      'stand.title': None;
      'students': { count: number };
      'title': None;
      'toImports': None;
      'travel': { count: number; minutes: Value };
      'travelTeacher': { minutes: Value; name: Value };
      'what': None;
      'when': None;
    };
  }
}
