import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { useMoment } from '@/shared/time/use-moment';
import { AppLink } from '@/shared/ui/app-link';
import { Count } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { SuccessIcon } from '@/shared/ui/icons';
import type { Waiting } from './queries';
import styles from './desk.module.css';
import { countText, waitingKinds } from './waiting';

function Since({ since }: { since: string }) {
  const { t } = useTranslation('desk');
  const moment = useMoment();
  return since === '' ? null : (
    <time dateTime={since} className="text-3">
      {t('waiting.since', { time: moment(Date.parse(since)) })}
    </time>
  );
}

type PutOff = (waiting: Waiting) => void;

/** One kind of task: how many, since when, and the link. The first one has the primary button. */
function Row(props: { waiting: Waiting; lead?: boolean; onLater: PutOff }) {
  const { t } = useTranslation('desk');
  const { waiting, lead = false, onLater } = props;
  const { text, hint, icon: Icon, tone, href } = waitingKinds[waiting.kind];
  const number = countText(waiting.count);
  const things = t(text, { count: waiting.count });
  return (
    <div className={classNames(styles['row'], lead && styles['lead'])}>
      <span className={classNames(styles['sign'], styles[tone])}>
        <Icon />
      </span>
      <p className="text-1">
        <strong className={classNames('size-16', styles['number'])}>{number}</strong>{' '}
        <span className="size-16">{things}</span>
        <span className={styles['hint']}>{t(hint)}</span>
      </p>
      <Since since={waiting.since} />
      <div className={styles['ways']}>
        <Button variant="text" onClick={() => onLater(waiting)}>
          {t('waiting.later')}
          <span className="visually-hidden">{t('waiting.laterOf', { what: `${number} ${things}` })}</span>
        </Button>
        {href !== undefined && (
          <AppLink href={href} className={buttonClass(lead ? { variant: 'primary' } : {})}>
            {t('waiting.open')}
            <span className="visually-hidden">{`${number} ${things}`}</span>
          </AppLink>
        )}
      </div>
    </div>
  );
}

/** The most urgent task. */
export function LeadCard({ waiting, onLater }: { waiting: Waiting; onLater: PutOff }) {
  const { t } = useTranslation('desk');
  useShortcuts({ l: { label: t('waiting.laterKey'), run: () => onLater(waiting) } });
  return (
    <Card title={t('first')}>
      <Row waiting={waiting} lead onLater={onLater} />
    </Card>
  );
}

/** The other tasks. */
export function WaitingCard({ list, onLater }: { list: readonly Waiting[]; onLater: PutOff }) {
  const { t } = useTranslation('desk');
  return (
    <Card title={t('more')} extra={<Count count={list.length} />}>
      <ul className={styles['rows']}>
        {list.map((waiting) => (
          <li key={waiting.kind}>
            <Row waiting={waiting} onLater={onLater} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** How many tasks were put off, with a button that shows them again. */
export function LaterNote({ count, onBack }: { count: number; onBack: () => void }) {
  const { t } = useTranslation('desk');
  return (
    <p className={classNames('text-2', styles['later'])}>
      {t('waiting.hidden', { count, number: String(count) })}
      <Button variant="text" onClick={onBack}>
        {t('waiting.back')}
      </Button>
    </p>
  );
}

export function NothingWaitsCard() {
  const { t } = useTranslation('desk');
  return (
    <Card>
      <p className={classNames('text-1 size-16', styles['calm'])}>
        <SuccessIcon />
        {t('calm')}
      </p>
    </Card>
  );
}
