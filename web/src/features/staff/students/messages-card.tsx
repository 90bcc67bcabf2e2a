import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { HistoryIcon, SuccessIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { studentsQueries, type StudentMessage } from './queries';
import styles from './student-page.module.css';

/** Messages shown until someone asks for more. */
const maxShown = 5;

/** Whether a message was read and, if required, acknowledged. */
function State({ message }: { message: StudentMessage }) {
  const { t } = useTranslation('students');
  const moment = useMoment();
  const { acknowledge, acknowledged, status } = message;
  const isAcknowledged = acknowledged !== '';
  const done = isAcknowledged || (status === 1 && !acknowledge);
  const Icon = done ? SuccessIcon : HistoryIcon;
  const text = isAcknowledged
    ? t('messages.acknowledged', { time: moment(Date.parse(acknowledged)) })
    : acknowledge
      ? t(status === 1 ? 'messages.readOnly' : 'messages.notAcknowledged')
      : t(status === 1 ? 'messages.read' : 'messages.unread');
  return (
    <span className={styles['state']} data-state={done ? 'done' : acknowledge ? 'open' : 'quiet'}>
      <Icon size={14} />
      {text}
    </span>
  );
}

/** The messages a student got, and whether they were read and acknowledged. */
export function MessagesCard({ student }: { student: string }) {
  const { t } = useTranslation('students');
  const moment = useMoment();
  const query = useInfiniteQuery(studentsQueries.messages(student));
  const [all, setAll] = useState(false);
  const count = query.data?.pages.flat().length ?? 0;
  return (
    <Card
      title={t('messages.title')}
      extra={
        count > maxShown && (
          <Button size="s" variant="text" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'messages.fewer' : 'messages.all')}
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        isEmpty={({ pages }) => pages.every((page) => page.length === 0)}
        empty={<EmptyState small level={3} title={t('messages.none')} />}
      >
        {({ pages }) => (
          <ul className={styles['lines']}>
            {pages
              .flat()
              .slice(0, all ? undefined : maxShown)
              .map((message) => (
                <li key={message.id} className={styles['message']}>
                  <p className={classNames('text-1 medium', styles['strong'])}>{message.title}</p>
                  <p className={classNames('text-3', styles['quiet'])}>
                    {t(`messages.type.${message.type}`)} · {moment(Date.parse(message.time))}
                  </p>
                  <State message={message} />
                </li>
              ))}
          </ul>
        )}
      </QueryView>
      {all && query.hasNextPage && (
        <Button size="s" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('messages.more')}
        </Button>
      )}
    </Card>
  );
}
