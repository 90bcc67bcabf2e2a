// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'courses': {
      'course.about': None;
      'course.credits': None;
      'course.plan': None;
      'course.recordings': None;
      'course.summary': None;
      'course.teachers': None;
      'course.watching': None;
      'groups.none': None;
      'groups.plan': None;
      'groups.planOf': { group: Value };
      'groups.students': { count: number };
      'groups.title': None;
      'lessons.delete': None;
      'lessons.deleteOf': { title: Value };
      'lessons.deleted': None;
      'lessons.draft': None;
      'lessons.none': None;
      'lessons.published': None;
      'lessons.rename': None;
      'lessons.renameOf': { title: Value };
      'lessons.renameTitle': None;
      'lessons.save': None;
      'lessons.title': None;
      'lessons.titleEn': None;
      'lessons.titleEnHint': None;
      'lessons.titleZh': None;
      'list.code': None;
      'list.empty': None;
      'list.emptyText': None;
      'list.groups': None;
      'list.lessons': None;
      'list.name': None;
      'list.students': None;
      'list.teachers': None;
      'list.term': None;
      'list.title': None;
      'list.toImport': None;
      'state.confirmed': None;
      'state.dropped': None;
      'state.left': None;
      'state.pending': None;
      'students.class': None;
      'students.name': None;
      'students.none': None;
      'students.number': None;
      'students.of': { group: Value };
      'students.state': None;
    };
  }
}
