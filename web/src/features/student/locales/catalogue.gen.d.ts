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
      'field.entryYear': None;
      'field.gender': None;
      'field.graduation': None;
      'field.name': None;
      'field.nationalId': None;
      'field.nativePlace': None;
      'field.number': None;
      'field.phone': None;
      'field.programme': None;
      'field.status': None;
      'field.studyMode': None;
      'none': None;
      'noneText': None;
      'title': None;
    };
  }
}
