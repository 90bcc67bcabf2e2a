// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'rooms': {
      'all': None;
      'any': None;
      'at': None;
      'atLeast': None;
      'building': None;
      'campus': None;
      'count': { at: Value; count: number; day: Value };
      'day': None;
      'freeAllDay': None;
      'freeFrom': { from: Value };
      'freeUntil': { until: Value };
      'noRooms': None;
      'none': None;
      'noneKnown': None;
      'noneKnownText': None;
      'noneText': None;
      'now': None;
      'nowCount': { all: Value; count: number };
      'off': None;
      'restOfDay': None;
      'room': None;
      'seats': { count: number };
      'taken': None;
      'teacher': None;
      'title': None;
      'until': { until: Value };
    };
  }
}
