// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    app: {
      'menu.arcoDesign': None;
      'menu.dashboard': None;
      'menu.exception': None;
      'menu.exception.403': None;
      'menu.exception.404': None;
      'menu.exception.500': None;
      'menu.faq': None;
      'menu.login': None;
      'menu.message': None;
      'menu.notFound': None;
      'menu.redirect': None;
      'menu.result': None;
      'menu.result.error': None;
      'menu.result.success': None;
      'menu.student': None;
      'menu.student.info': None;
      'menu.student.timetable': None;
      'menu.student.watch': None;
      'menu.user': None;
      'menu.user.info': None;
      'menu.user.setting': None;
      'menu.workplace': None;
      'serverMenu.failed': None;
      'serverMenu.loaded': None;
      'serverMenu.loading': None;
    };
  }
}
