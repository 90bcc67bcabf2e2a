// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'captions': {
      'add': None;
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
      'find': None;
      'keepMine': None;
      'language': None;
      'line': { language: Value; line: Value };
      'lines': None;
      'merge': None;
      'name.en-US': None;
      'name.zh-CN': None;
      'none': None;
      'noneFound': None;
      'noneText': None;
      'otherLength': { language: Value };
      'play': None;
      'publish': { language: Value };
      'published': { language: Value };
      'server': None;
      'shift': None;
      'shiftAll': None;
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
      'undo': None;
    };
  }
}
