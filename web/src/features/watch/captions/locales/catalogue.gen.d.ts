// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    captions: {
      'add': { language: Value };
      'addHere': { language: Value };
      'badTime': None;
      'both': None;
      'close': None;
      'conflict': { language: Value };
      'delete': None;
      'draftIn': { language: Value };
      'drop': { language: Value };
      'dropped': { language: Value };
      'ends': { language: Value; line: Value };
      'keepMine': None;
      'language': None;
      'merge': None;
      'name.en-US': None;
      'name.zh-CN': None;
      'otherLength': { language: Value };
      'play': None;
      'publish': { language: Value };
      'published': { language: Value };
      'server': None;
      'shift': { language: Value };
      'shiftAll': None;
      'shiftHint': None;
      'split': None;
      'stale': { language: Value; name: Value };
      'starts': { language: Value; line: Value };
      'state.failed': { language: Value };
      'state.none': { language: Value };
      'state.saved': { language: Value };
      'state.saving': { language: Value };
      'takeTheirs': None;
      'text': { language: Value; line: Value };
      'transcribed': { language: Value };
    };
  }
}
