// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    staff: {
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
      'undo.do': None;
      'undo.last': None;
    };
  }
}
