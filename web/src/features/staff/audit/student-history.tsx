import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment, useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Button } from '@/shared/ui/button';
import { QueryView } from '@/shared/ui/query-view';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import { Timeline, type TimelineEntry } from '@/shared/ui/staff/timeline';
import styles from './audit-page.module.css';
import { changesOf } from './changes';
import { auditQueries, type Entry } from './queries';
import { useWords } from './use-words';

/**
 * The changed fields of an entry. New records show none, since every field would be listed; enrolments do, as their
 * fields say which course. Fields without a translation are omitted.
 */
function Changes({ entry }: { entry: Entry }) {
  const words = useWords();
  const listsFields = entry.before !== undefined || /^(?:course|timetable)\./u.test(entry.action);
  const shown = (listsFields ? changesOf(entry) : []).filter(({ field }) => words.field(field) !== field);
  return shown.map(({ field, was, now }) => (
    <span key={field} className={styles['change']}>
      <span>{words.field(field)}</span>
      {was === '' ? <span>{words.value(now)}</span> : <DiffCell was={words.value(was)} now={words.value(now)} />}
    </span>
  ));
}

/** Changes of a student's record, account and enrolments, newest first. */
export function StudentHistory({ student }: { student: string }) {
  const { t } = useTranslation('audit');
  const words = useWords();
  const moment = useMoment();
  const zone = useZone();
  const today = civilAt(useNow(), zone).date;
  const query = useInfiniteQuery(auditQueries.ofStudent(student));
  const toEntry = (entry: Entry): TimelineEntry => ({
    id: entry.id,
    time: moment(Date.parse(entry.at)),
    today: civilAt(Date.parse(entry.at), zone).date === today,
    who: words.who(entry),
    what: `${words.did(entry.action)} ${entry.objectName}`.trim(),
    note: <Changes entry={entry} />,
  });
  return (
    <>
      <QueryView
        query={query}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={<p>{t('audit.none')}</p>}
      >
        {({ pages }) => <Timeline label={t('audit.list')} entries={pages.flatMap(({ items }) => items).map(toEntry)} />}
      </QueryView>
      {query.hasNextPage && (
        <Button size="s" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}
