import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { MessageList } from './message-list';
import { topMessages } from './messages';
import { messageQueries, useMarkRead } from './queries';

/** The newest notices and to-dos: unacknowledged first, then unread. */
export function NoticesCard() {
  const { t } = useTranslation('messages');
  const query = useQuery(messageQueries.list());
  const markRead = useMarkRead();
  return (
    <Card title={t('notices')} extra={<AppLink href="/message">{t('all')}</AppLink>}>
      <QueryView
        query={query}
        isEmpty={(messages) => messages.every(({ type }) => type === 'message')}
        empty={<EmptyState small title={t('empty.notice')} text={t('emptyText')} />}
      >
        {(messages) => {
          const notices = messages.filter(({ type }) => type !== 'message');
          return <MessageList compact messages={topMessages(notices, 4)} onRead={(ids) => markRead.mutate(ids)} />;
        }}
      </QueryView>
    </Card>
  );
}
