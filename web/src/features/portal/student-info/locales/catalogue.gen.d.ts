// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'student-info': {
      'add': None;
      'addField': { field: Value };
      'cancel': None;
      'change': None;
      'changeField': { field: Value };
      'contact': None;
      'copied': { field: Value };
      'copy': { field: Value };
      'credits.label': None;
      'credits.of': { required: Value };
      'credits.unknown': None;
      'export': None;
      'field.address': None;
      'field.adviser': None;
      'field.campus': None;
      'field.class': None;
      'field.college': None;
      'field.email': None;
      'field.emergencyName': None;
      'field.emergencyPhone': None;
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
      'identity': None;
      'mode.distance': None;
      'mode.exchange': None;
      'mode.full-time': None;
      'mode.part-time': None;
      'none': None;
      'noneText': None;
      'notCopied': None;
      'notGiven': None;
      'official': None;
      'once': None;
      'photoOf': { name: Value };
      'print': None;
      'reveal.hide': None;
      'reveal.password': None;
      'reveal.show': None;
      'reveal.text': None;
      'reveal.title': None;
      'save': None;
      'status.enrolled': None;
      'status.exchange': None;
      'status.graduated': None;
      'status.suspended': None;
      'status.withdrawn': None;
      'studies': None;
      'title': None;
      'watching': None;
      'yours': None;
    };
  }
}
