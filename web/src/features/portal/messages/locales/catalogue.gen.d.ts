// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    'messages': {
      'acknowledge': None;
      'acknowledgeOne': { title: Value };
      'acknowledged': None;
      'all': None;
      'download': { name: Value; size: Value };
      'due': { when: Value };
      'empty.message': None;
      'empty.notice': None;
      'empty.todo': None;
      'emptyText': None;
      'files': None;
      'kind.1': None;
      'kind.2': None;
      'markAll': None;
      'markOne': { title: Value };
      'markRead': None;
      'notices': None;
      'openPage': None;
      'overdue': { when: Value };
      'push.blocked': None;
      'push.changes': None;
      'push.changesHint': None;
      'push.failed': None;
      'push.notices': None;
      'push.noticesHint': None;
      'push.recordings': None;
      'push.recordingsHint': None;
      'push.title': None;
      'push.unable': None;
      'tab.message': None;
      'tab.notice': None;
      'tab.todo': None;
      'title': None;
      'titleUnread': { count: number };
      'unread': None;
    };
  }
}
