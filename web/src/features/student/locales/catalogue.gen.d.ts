// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    student: {
      'field.adviser': None;
      'field.campus': None;
      'field.class': None;
      'field.college': None;
      'field.creditsEarned': None;
      'field.creditsRequired': None;
      'field.email': None;
      'field.enrolmentStatus': None;
      'field.entryYear': None;
      'field.expectedGraduation': None;
      'field.gender': None;
      'field.name': None;
      'field.nationalId': None;
      'field.nativePlace': None;
      'field.phone': None;
      'field.programme': None;
      'field.studentNumber': None;
      'field.studyMode': None;
      'gender.female': None;
      'gender.male': None;
      'mode.distance': None;
      'mode.exchange': None;
      'mode.full-time': None;
      'mode.part-time': None;
      'none': None;
      'noneText': None;
      'status.enrolled': None;
      'status.exchange': None;
      'status.graduated': None;
      'status.suspended': None;
      'status.withdrawn': None;
      'title': None;
    };
  }
}
