import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Count } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Row, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import { EmptyState } from '@/shared/ui/state';
import { Tabs } from '@/shared/ui/tabs';
import styles from './message-centre.module.css';
import { MessageList } from './message-list';
import { countUnread, messageTypes, ofType, unreadIds, type MessageType } from './messages';
import { messageQueries, useMarkRead } from './queries';

function Waiting() {
  return (
    <SkeletonGroup>
      <Stack gap={4}>
        <Skeleton height={44} />
        <Skeleton height={72} />
        <Skeleton height={72} />
        <Skeleton height={72} />
      </Stack>
    </SkeletonGroup>
  );
}

interface Props {
  compact?: boolean;
  /** The open tab. */
  selected: MessageType;
  onSelect: (type: MessageType) => void;
}

/** Messages, notices and to-dos in tabs with unread counts; marks one or all of a tab as read. */
export function MessageCentre({ compact = false, selected, onSelect }: Props) {
  const { t } = useTranslation('messages');
  const query = useQuery(messageQueries.list());
  const markRead = useMarkRead();
  const read = (ids: string[]): void => markRead.mutate(ids);
  return (
    <QueryView query={query} skeleton={<Waiting />}>
      {(messages) => {
        const unread = unreadIds(ofType(messages, selected));
        return (
          <div className={compact ? styles['compact'] : undefined}>
            <Tabs
              label={t('title')}
              selected={selected}
              onSelect={onSelect}
              tabs={messageTypes.map((type) => {
                const mine = ofType(messages, type);
                const count = countUnread(mine);
                return {
                  id: type,
                  label: (
                    <>
                      {t(`tab.${type}`)}
                      {count > 0 && <Count count={count} />}
                      {count > 0 && <span className="visually-hidden">{t('unread')}</span>}
                    </>
                  ),
                  content:
                    mine.length === 0 ? (
                      <EmptyState title={t(`empty.${type}`)} text={t('emptyText')} />
                    ) : (
                      <MessageList messages={mine} compact={compact} onRead={read} />
                    ),
                };
              })}
            />
            {unread.length > 0 && (
              <Row align="stretch" justify="end" className={styles['all']}>
                <Button onClick={() => read(unread)}>{t('markAll')}</Button>
              </Row>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
