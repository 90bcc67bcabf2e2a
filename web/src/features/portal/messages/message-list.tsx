import { useTranslation } from '@/shared/i18n/use-translation';
import { viewing } from '@/shared/store/storage';
import { useMoment, useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { AppLink } from '@/shared/ui/app-link';
import { Avatar } from '@/shared/ui/avatar';
import { Chip, type Tone } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { BellIcon, CheckIcon } from '@/shared/ui/icons';
import { Cluster, Row } from '@/shared/ui/layout';
import styles from './message-list.module.css';
import { MessageFiles } from './message-files';
import { dueOf, instantIn, isUnread, shownKind, type Message } from './messages';
import { useAcknowledge } from './queries';

const tones: Readonly<Record<1 | 2, Tone>> = { 1: 'success', 2: 'accent' };

/** When a message arrived: the time today, otherwise the date. A text that isn't a time is shown as received. */
function When({ time, moment }: { time: string; moment: Moment }) {
  const instant = instantIn(time, useZone());
  return instant === null ? (
    <span className="text-3 size-13">{time}</span>
  ) : (
    <time dateTime={new Date(instant).toISOString()} className="text-3 size-13">
      {moment(instant)}
    </time>
  );
}

/** The Acknowledge button of a notice, or a mark that it was acknowledged. */
function Acknowledge({ message }: { message: Message }) {
  const { t } = useTranslation('messages');
  const acknowledge = useAcknowledge();
  return message.acknowledged === '' ? (
    <Button
      size="s"
      variant="primary"
      loading={acknowledge.isPending}
      aria-label={t('acknowledgeOne', { title: message.title })}
      onClick={() => acknowledge.mutate(message.id)}
    >
      {t('acknowledge')}
    </Button>
  ) : (
    <Chip tone="success">{t('acknowledged')}</Chip>
  );
}

/** The deadline of a notice that isn't acknowledged yet. */
function Due({ message, moment }: { message: Message; moment: Moment }) {
  const { t } = useTranslation('messages');
  const due = dueOf(message, useNow());
  return due === null ? null : (
    <Chip tone={due.over ? 'danger' : 'warning'}>
      {due.over ? t('overdue', { when: moment(due.at) }) : t('due', { when: moment(due.at) })}
    </Chip>
  );
}

/** Whether a message links to a page of the portal. */
const isPath = (link: string): boolean => /^\/[^/\\]/u.test(link);

interface Props {
  messages: readonly Message[];
  /** Cuts the text after two lines. */
  compact?: boolean;
  onRead: (ids: string[]) => void;
}

type Moment = ReturnType<typeof useMoment>;

interface ItemProps extends Omit<Props, 'messages'> {
  message: Message;
  moment: Moment;
}

function Item({ message, compact, moment, onRead }: ItemProps) {
  const { t } = useTranslation('messages');
  const unread = isUnread(message);
  const kind = shownKind(message);
  const sent: Partial<Message> = message; // other servers that implement the contract send no files
  const files = sent.attachments ?? [];
  return (
    <Row as="li" gap={3} align="stretch" className={classNames(styles['item'], unread && styles['unread'])}>
      {message.type === 'message' ? (
        <Avatar name={message.subTitle} src={/^(?:https?:|\/)/u.test(message.avatar) ? message.avatar : ''} size={36} />
      ) : (
        <span className={styles['bell']}>
          <BellIcon size={18} />
        </span>
      )}
      <div className={styles['text']}>
        <Cluster as="p" gap="1 2" className={styles['title']}>
          <strong>
            {unread && <span className={styles['dot']} aria-hidden="true" />}
            {isPath(message.link) ? (
              <AppLink href={message.link} onClick={() => unread && viewing === null && onRead([message.id])}>
                {message.title}
              </AppLink>
            ) : (
              message.title
            )}
          </strong>
          {message.subTitle !== '' && <span className="text-3">{message.subTitle}</span>}
          {kind !== undefined && <Chip tone={tones[kind]}>{t(`kind.${kind}`)}</Chip>}
          {unread && <span className="visually-hidden">{t('unread')}</span>}
        </Cluster>
        <p className={compact === true ? styles['cut'] : styles['content']}>{message.content}</p>
        {files.length > 0 && <MessageFiles message={message.id} files={files} />}
        <Cluster as="p" gap={2} justify="space-between" className={styles['foot']}>
          <When time={message.time} moment={moment} />
          <Due {...{ message, moment }} />
          {message.acknowledge && <Acknowledge message={message} />}
          {unread && (
            <Button
              size="s"
              variant="text"
              icon={CheckIcon}
              aria-label={t('markOne', { title: message.title })}
              onClick={() => onRead([message.id])}
            >
              {t('markRead')}
            </Button>
          )}
        </Cluster>
      </div>
    </Row>
  );
}

/** Messages in the server's order, newest first; unread ones have a dot, a label and a button. */
export function MessageList({ messages, compact = false, onRead }: Props) {
  const moment = useMoment(); // one clock for all of them
  return (
    <ul>
      {messages.map((message) => (
        <Item key={message.id} {...{ message, compact, moment, onRead }} />
      ))}
    </ul>
  );
}
