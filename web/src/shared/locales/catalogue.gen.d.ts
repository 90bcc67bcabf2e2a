// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    shared: {
      'api.badAnswer': None;
      'api.badAnswerCode': { statusCode: Value };
      'api.offline': None;
      'api.timeout': None;
      'ui.capsLock': None;
      'ui.close': None;
      'ui.dismiss': None;
      'ui.errorTitle': None;
      'ui.hidePassword': None;
      'ui.less': { label: Value };
      'ui.loading': None;
      'ui.loadingPage': None;
      'ui.more': { label: Value };
      'ui.notGiven': None;
      'ui.regionChoose': None;
      'ui.regionCity': None;
      'ui.regionDistrict': None;
      'ui.regionProvince': None;
      'ui.retry': None;
      'ui.showPassword': None;
      'ui.stale': None;
      'ui.wordCount': { maxWords: Value; words: Value };
    };
  }
}
