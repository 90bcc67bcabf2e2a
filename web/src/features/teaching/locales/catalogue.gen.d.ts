// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    teaching: {
      'ask.about': { when: Value };
      'ask.action': None;
      'ask.cancelHint': None;
      'ask.day': None;
      'ask.moveHint': None;
      'ask.periods': None;
      'ask.reason': None;
      'ask.reasonHint': None;
      'ask.roomHint': None;
      'ask.send': None;
      'ask.sent': None;
      'ask.title': None;
      'asked.cancel': None;
      'asked.cancelShort': None;
      'asked.move': { to: Value };
      'asked.moveShort': None;
      'asked.room': None;
      'asked.roomShort': None;
      'class.added': None;
      'class.asked': { what: Value };
      'class.cancelled': None;
      'class.moved': None;
      'classes.all': { count: number };
      'classes.none': None;
      'classes.noneText': None;
      'comma': None;
      'error.day': None;
      'error.long': { max: Value };
      'error.reason': None;
      'error.same': None;
      'error.title': None;
      'group': None;
      'group.gone': None;
      'groups.none': None;
      'groups.noneText': None;
      'language.en': None;
      'language.zh': None;
      'list.all': { count: number };
      'list.count': { count: number };
      'list.example': None;
      'list.none': None;
      'list.noneText': None;
      'list.search': None;
      'notice.content.en': None;
      'notice.content.zh': None;
      'notice.reaches': { count: number };
      'notice.send': None;
      'notice.sent': { count: number };
      'notice.title.en': None;
      'notice.title.zh': None;
      'online': None;
      'period': { first: Value };
      'periods': { first: Value; last: Value };
      'requests.answer': { answer: Value };
      'requests.asked': { at: Value };
      'requests.none': None;
      'requests.noneText': None;
      'requests.reason': { reason: Value };
      'requests.takeBack': None;
      'state.accepted': None;
      'state.declined': None;
      'state.open': None;
      'state.withdrawn': None;
      'students': { count: number };
      'tab.classes': None;
      'tab.groups': None;
      'tab.notice': None;
      'tab.requests': None;
      'tab.students': None;
      'title': None;
    };
  }
}
