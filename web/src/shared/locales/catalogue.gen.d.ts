// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    shared: {
      'api.badAnswer': None;
      'api.badAnswerCode': { statusCode: Value };
      'api.offline': None;
      'api.timeout': None;
    };
  }
}
