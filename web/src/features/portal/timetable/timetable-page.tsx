import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { statusOf } from '@/shared/api/errors';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useOnline } from '@/shared/offline/online';
import { useUrlState, useQueryParam } from '@/shared/store/page-location';
import { onlyTeaches, user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { GoneState } from '@/shared/ui/gone-state';
import { EmptyState, ErrorState, errorText } from '@/shared/ui/state';
import { useWide } from '@/shared/ui/wide';
import { ClassPanel } from './class-panel';
import { Content } from './content';
import type { Change, Class, Timetable } from '@/shared/timetable/model';
import { changesAhead, toCatchUp } from './news';
import { NextCard } from './next-card';
import { cancelledBefore, nextClass } from './next';
import { CatchUpCard, ChangesCard, MissingCard } from './change-cards';
import { isNoTermYet, timetableQueries, useDownloadCalendar } from './queries';
import { noteAttended, noteSeen, remembered } from './remembered';
import { Notices, Waiting, type Stale } from './page-notices';
import { SubscribeDialog } from './subscribe-dialog';
import styles from './timetable-page.module.css';
import { Toolbar } from './toolbar';
import { useLabels, type Labels } from './use-labels';
import { useViewState } from './view';
import { readWeek, shownDates } from '@/shared/timetable/weeks';
import { followed, useWatched } from './watched';

/** The changes since the student last confirmed them, and how to confirm them; the first visit starts the count. */
function useChanges(timetable: Timetable, now: number, today: string): [changes: readonly Change[], seen: () => void] {
  const { id } = timetable.term;
  const seen = useValue(remembered).seen[id];
  useEffect(() => {
    if (seen === undefined) {
      noteSeen(id, now);
    }
  }, [id, seen, now]);
  const { data } = useQuery({ ...timetableQueries.changes(id, seen ?? 0), enabled: seen !== undefined });
  // Up to the server's answer: what is published after it hasn't been shown.
  return [changesAhead(data?.changes ?? [], today), () => noteSeen(id, data?.asOf ?? now)];
}

interface MissedProps {
  timetable: Timetable;
  missed: Class[];
  labels: Labels;
}

/** What a student may have missed: recent recordings, and courses without classes. */
function Missed({ timetable, missed, labels }: MissedProps) {
  return (
    <div className={classNames('no-print', styles['more'])}>
      {missed.length > 0 && <CatchUpCard items={missed} labels={labels} onAttended={noteAttended} />}
      <MissingCard timetable={timetable} />
    </div>
  );
}

interface Props {
  timetable: Timetable;
  stale: Stale | undefined;
}

function TimetableView({ timetable, stale }: Props) {
  const wide = useWide();
  const { setQuery } = useUrlState();
  const terms = useQuery(timetableQueries.terms()).data?.terms ?? [timetable.term];
  const watched = useWatched();
  const [subscribing, setSubscribing] = useState(false);
  const teaches = onlyTeaches(useValue(user));
  const instant = useNow();
  const now = civilAt(instant, timetable.zone);
  const viewState = useViewState(timetable, now.date);
  const labels = useLabels(timetable, watched);
  const { mutate } = useDownloadCalendar(timetable.term.id);
  const download = (): void => mutate(undefined);
  const [changes, confirm] = useChanges(timetable, instant, now.date);
  const missed = toCatchUp(timetable, now, followed(useValue(remembered).attended, watched));
  const next = nextClass(timetable, instant);
  const shown = [...shownDates(timetable.term, viewState), ...(next ? [next.item.place.day] : [])];
  const open = timetable.classes.find(({ id }) => id === viewState.open);
  const showTerm = (id: string): void => setQuery({ term: id, week: undefined, day: undefined });
  return (
    <>
      <Toolbar
        {...{ timetable, viewState, labels, wide, terms }}
        today={now.date}
        onTerm={showTerm}
        onSubscribe={() => setSubscribing(true)}
        onDownload={download}
      />
      <Notices {...{ timetable, stale, instant, terms, shown }} today={now.date} onTerm={showTerm} />
      {next !== undefined && viewState.view !== 'term' && (
        <NextCard
          {...{ next, now, labels }}
          cancelled={cancelledBefore(timetable, next, instant)}
          onOpen={viewState.setOpen}
        />
      )}
      {changes.length > 0 && (
        <ChangesCard changes={changes} labels={labels} onOpen={viewState.setOpen} onSeen={confirm} />
      )}
      <Content {...{ timetable, viewState, now, labels }} next={next?.item} />
      {!teaches && <Missed {...{ timetable, missed, labels }} />}
      {open && <ClassPanel {...{ timetable, now, labels }} item={open} onClose={() => viewState.setOpen(undefined)} />}
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} onDownload={download} />}
    </>
  );
}

/** The address names a term or week that doesn't exist. */
function Gone({ text, onRetry }: { text: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('timetable');
  const present = (
    <AppLink href="/student/timetable" className={buttonClass({ variant: 'primary' })}>
      {t('toPresent')}
    </AppLink>
  );
  return <GoneState {...{ text, onRetry }} action={present} />;
}

/** The student's timetable. */
export function TimetablePage() {
  const { t, locale } = useTranslation('timetable');
  const wide = useWide();
  const [term] = useQueryParam('term');
  const [week] = useQueryParam('week');
  const query = useQuery(timetableQueries.term(term));
  const { data, error, isFetching } = query;
  const online = useOnline();
  const retry = (): void => void query.refetch();
  const stale = error !== null || !online ? { loading: isFetching, onRetry: retry } : undefined;
  const content = () => {
    if (data !== undefined && week !== undefined && readWeek(data.term, week, 0) === 0) {
      const text = t('unknownWeek', { term: nameIn(locale, data.term), count: data.term.weeks });
      return <Gone text={text} onRetry={retry} />;
    }
    if (data !== undefined) {
      return <TimetableView timetable={data} stale={stale} />;
    }
    if (statusOf(error) === 403) {
      return <EmptyState drawing="calendar" title={t('empty.noStudent')} text={t('empty.noStudentText')} />;
    }
    if (isNoTermYet(error)) {
      return <EmptyState drawing="calendar" title={t('empty.noTerms')} text={error.message} />;
    }
    if (statusOf(error) === 404 && term !== undefined) {
      return <Gone text={errorText(error)} onRetry={retry} />;
    }
    return error === null ? <Waiting wide={wide} /> : <ErrorState error={error} onRetry={retry} />;
  };
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">{t('title')}</h1>
      {content()}
    </div>
  );
}
