// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'course-progress': {
      'bare': { count: number };
      'column.course': None;
      'column.day': None;
      'column.progress': None;
      'column.time': None;
      'continue': None;
      'noCourses': None;
      'noCoursesText': None;
      'noRecordings': None;
      'noRecordingsText': None;
      'nothingBegun': None;
      'nothingBegunText': None;
      'position': { duration: Value; time: Value };
      'progress': None;
      'progressOf': { course: Value };
      'staff': None;
      'staffText': None;
      'study': None;
      'studyNone': None;
      'studyNoneText': None;
      'studyRecord': None;
      'studySum': { length: Value };
      'teacher': None;
      'teacherText': None;
      'toRecordings': None;
      'toTeaching': None;
    };
  }
}
