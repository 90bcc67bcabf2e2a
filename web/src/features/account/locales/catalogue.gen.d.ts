// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    account: {
      'login.error': None;
      'login.password': None;
      'login.phone': None;
      'login.submit': None;
      'login.title': { college: Value };
    };
  }
}
