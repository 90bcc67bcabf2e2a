import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { isOn, type Class, type Timetable } from '@/shared/timetable/model';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Dialog } from '@/shared/ui/dialog';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { comingOf } from './ask';
import { AskForm } from './ask-form';
import { teachingQueries, type ChangeRequest } from './queries';
import { RequestList } from './request-list';
import styles from './teaching.module.css';
import { useWords } from './use-words';

const shownAtFirst = 8;

interface ItemProps {
  item: Class;
  open: ChangeRequest | undefined;
  timetable: Timetable;
  onAsk: (item: Class) => void;
}

function Item({ item, open, timetable, onAsk }: ItemProps) {
  const { t } = useTranslation('teaching');
  const words = useWords(timetable);
  const when = words.when(item.place);
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <b>{when}</b>
        {item.kind === 'exam' && <Chip tone="danger">{t('class.exam')}</Chip>}
        {item.state !== 'held' && !(item.kind === 'exam' && item.state === 'added') && (
          <Chip tone={isOn(item) ? 'accent' : 'danger'}>{t(`class.${item.state}`)}</Chip>
        )}
      </div>
      <div className={styles['foot']}>
        <span className={classNames('text-2', styles['about'])}>{words.room(item.place)}</span>
        {open !== undefined ? (
          <Chip tone="warning">{t('class.asked', { what: words.asked(open) })}</Chip>
        ) : (
          isOn(item) && (
            <Button aria-label={t('ask.about', { when })} onClick={() => onAsk(item)}>
              {t('ask.title')}
            </Button>
          )
        )}
      </div>
    </li>
  );
}

interface ComingProps {
  group: string;
  timetable: Timetable;
  requests: readonly ChangeRequest[];
}

function Coming({ group, timetable, requests }: ComingProps) {
  const { t } = useTranslation('teaching');
  const now = civilAt(useNow(), timetable.zone);
  const [asking, setAsking] = useState<Class>();
  const [all, setAll] = useState(false);
  const coming = comingOf(timetable, group, now, requests);
  const own = requests.filter((request) => request.group === group);
  return (
    <>
      {coming.length === 0 ? (
        <EmptyState small level={2} title={t('classes.none')} text={t('classes.noneText')} />
      ) : (
        <ul aria-label={t('tab.classes')} className={styles['list']}>
          {coming.slice(0, all ? undefined : shownAtFirst).map(({ item, open }) => (
            <Item key={item.id} {...{ item, open, timetable }} onAsk={setAsking} />
          ))}
        </ul>
      )}
      {!all && coming.length > shownAtFirst && (
        <Button block onClick={() => setAll(true)}>
          {t('classes.all', { count: coming.length })}
        </Button>
      )}
      {own.length > 0 && (
        <section>
          <h2 className={styles['title']}>{t('tab.requests')}</h2>
          <RequestList requests={own} timetable={timetable} />
        </section>
      )}
      <Dialog open={asking !== undefined} title={t('ask.title')} onClose={() => setAsking(undefined)}>
        {asking && <AskForm {...{ timetable }} today={now.date} item={asking} onDone={() => setAsking(undefined)} />}
      </Dialog>
    </>
  );
}

/** The group's upcoming classes and the requests about them. */
export function ComingClasses({ group }: { group: string }) {
  const query = useQuery(teachingQueries.timetable());
  const requests = useQuery(teachingQueries.requests()).data ?? [];
  return <QueryView query={query}>{(timetable) => <Coming {...{ group, timetable, requests }} />}</QueryView>;
}
