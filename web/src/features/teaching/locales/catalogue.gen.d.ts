// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'teaching': {
      'ask.about': { when: Value };
      'ask.action': None;
      'ask.best': None;
      'ask.busy': { count: number };
      'ask.cancelHint': None;
      'ask.day': None;
      'ask.free': None;
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
      'class.exam': None;
      'class.moved': None;
      'classes.all': { count: number };
      'classes.none': None;
      'classes.noneText': None;
      'comma': None;
      'error.day': None;
      'error.long': { max: Value };
      'error.reason': None;
      'error.same': None;
      'group': None;
      'group.gone': None;
      'groups.none': None;
      'groups.noneText': None;
      'list.count': { count: number };
      'list.example': None;
      'list.none': None;
      'list.noneText': None;
      'list.photos': None;
      'list.search': None;
      'notice.sent': None;
      'notice.write': None;
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
      'state.published': None;
      'state.reverted': None;
      'state.withdrawn': None;
      'students': { count: number };
      'tab.classes': None;
      'tab.groups': None;
      'tab.notice': None;
      'tab.requests': None;
      'tab.students': None;
      'tab.watching': None;
      'title': None;
    };
  }
}
