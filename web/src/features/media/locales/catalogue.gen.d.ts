// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    media: {
      'choose': None;
      'chooseText': None;
      'login': None;
      'loginText': None;
      'title': None;
      'toLogin': None;
      'toTimetable': None;
    };
  }
}
