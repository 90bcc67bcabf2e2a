// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'lecture-search': {
      'count': { count: number };
      'failed': None;
      'found': None;
      'kind.caption': None;
      'kind.chapter': None;
      'kind.file': None;
      'kind.note': None;
      'kind.title': None;
      'lectures': None;
      'lesson': { position: Value; title: Value };
      'loading': None;
      'more': None;
      'nothing': None;
      'pages': None;
    };
  }
}
