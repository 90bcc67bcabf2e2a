// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    timetable: {
      'noClasses': None;
      'noClassesText': None;
      'noClassesToday': None;
      'noClassesTodayText': None;
      'online': None;
      'openTimetable': None;
      'state.added': None;
      'state.cancelled': None;
      'state.moved': None;
      'title': None;
      'today': None;
      'watch': None;
    };
  }
}
