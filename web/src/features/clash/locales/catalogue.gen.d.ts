// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    clash: {
      'about': None;
      'days': { count: number; first: Value; last: Value };
      'first': None;
      'kind': None;
      'kind.room': None;
      'kind.students': None;
      'kind.teacher': None;
      'more': { count: number };
      'none': None;
      'noneText': None;
      'second': None;
      'students': { count: number };
      'title': None;
      'what': None;
      'when': None;
    };
  }
}
