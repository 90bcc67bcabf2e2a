// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'view-as': {
      'bar.end': None;
      'bar.label': None;
      'bar.text': { name: Value; time: Value };
      'cancel': None;
      'dialog.again': None;
      'dialog.blocked': None;
      'dialog.code': None;
      'dialog.confirm': None;
      'dialog.reason': None;
      'dialog.reasonHint': { name: Value };
      'dialog.reasonLong': None;
      'dialog.reasonNeeded': None;
      'dialog.text': { name: Value };
      'dialog.title': { name: Value };
      'open': None;
      'over.close': None;
      'over.own': None;
      'over.text': { name: Value };
      'over.title': None;
    };
  }
}
