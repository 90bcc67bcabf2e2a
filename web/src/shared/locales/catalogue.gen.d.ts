// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'shared': {
      'api.badAnswer': None;
      'api.badAnswerCode': { statusCode: Value };
      'api.offline': None;
      'api.timeout': None;
      'language.en-US': None;
      'language.zh-CN': None;
      'length.both': { hours: Value; minutes: Value };
      'length.hours': { hours: Value };
      'length.minutes': { minutes: Value };
      'ui.back': None;
      'ui.breadcrumb': None;
      'ui.capsLock': None;
      'ui.close': None;
      'ui.college': None;
      'ui.dismiss': None;
      'ui.errorTitle': None;
      'ui.gone': None;
      'ui.goneText': None;
      'ui.hidePassword': None;
      'ui.home': None;
      'ui.language': None;
      'ui.languageChosen': { language: Value };
      'ui.less': { label: Value };
      'ui.loading': None;
      'ui.loadingPage': None;
      'ui.more': { label: Value };
      'ui.newVersion': None;
      'ui.newVersionText': None;
      'ui.notGiven': None;
      'ui.pageBroken': None;
      'ui.pageNotKept': None;
      'ui.regionChoose': None;
      'ui.regionCity': None;
      'ui.regionDistrict': None;
      'ui.regionOverseas': None;
      'ui.regionProvince': None;
      'ui.reload': None;
      'ui.retry': None;
      'ui.showPassword': None;
      'ui.stale': None;
      'ui.toDark': None;
      'ui.toLight': None;
      'ui.wordCount': { maxWords: Value; words: Value };
    };
  }
}
