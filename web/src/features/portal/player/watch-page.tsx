import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, type ReactNode } from 'react';
import { statusOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useUrlState, useQueryParam } from '@/shared/store/page-location';
import { token } from '@/shared/store/session';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { ChoosePage } from './choose-page';
import { loadHls } from './engine';
import { LessonView } from './lesson-view';
import { firstOpen } from './lessons';
import { watchQueries } from './queries';
import { parseTime } from './time-text';
import { LoginState } from './watch-state';

function One({ children }: { children: ReactNode }) {
  const { t } = useTranslation('player');
  return (
    <Page title={t('title')}>
      <Card>{children}</Card>
    </Page>
  );
}

function Pending({ query }: { query: UseQueryResult }) {
  return (
    <One>
      <QueryView query={query}>{() => null}</QueryView>
    </One>
  );
}

function NoLesson({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('player');
  return (
    <One>
      <EmptyState
        drawing="search"
        title={title}
        text={text}
        action={
          <AppLink href="/student/watch" className={buttonClass({ variant: 'primary' })}>
            {t('toAll')}
          </AppLink>
        }
      />
    </One>
  );
}

function ByLesson({ lesson }: { lesson: string }) {
  const { t } = useTranslation('player');
  const { setQuery } = useUrlState();
  const [at] = useQueryParam('t');
  const query = useQuery({ ...watchQueries.lesson(lesson), placeholderData: keepPreviousData });
  const { refetch } = query;
  const go = useCallback(
    (next: string) => setQuery({ lesson: next, t: undefined, course: undefined, class: undefined }, 'push'),
    [setQuery],
  );
  if (statusOf(query.error) === 404) {
    return <NoLesson title={t('noLesson')} text={t('noLessonText')} />;
  }
  if (query.data === undefined) {
    return <Pending query={query} />;
  }
  return <LessonView watch={query.data} asked={parseTime(at)} onGo={go} refetch={refetch} />;
}

/** A class: live while it is on, and its recording later. */
function ByClass({ classId }: { classId: string }) {
  const { t } = useTranslation('player');
  const { setQuery } = useUrlState();
  const query = useQuery(watchQueries.byClass(classId));
  const recorded = query.data?.media === null ? undefined : query.data?.lesson?.id;
  useEffect(() => {
    if (recorded !== undefined) {
      setQuery({ class: undefined, lesson: recorded });
    }
  }, [recorded, setQuery]);
  if (statusOf(query.error) === 404) {
    return <NoLesson title={t('noLesson')} text={t('noLessonText')} />;
  }
  if (query.data === undefined || recorded !== undefined) {
    return <Pending query={query} />;
  }
  return (
    <LessonView
      watch={query.data}
      asked={undefined}
      onGo={(lesson) => setQuery({ class: undefined, lesson }, 'push')}
      refetch={query.refetch}
    />
  );
}

/** A course: continues with the first lesson that isn't done. */
function ByCourse({ course }: { course: string }) {
  const { t } = useTranslation('player');
  const { setQuery } = useUrlState();
  const query = useQuery(watchQueries.course(course));
  const target = query.data && firstOpen(query.data.lessons)?.id;
  useEffect(() => {
    if (target !== undefined) {
      setQuery({ course: undefined, lesson: target });
    }
  }, [target, setQuery]);
  if (statusOf(query.error) === 404) {
    return <NoLesson title={t('noCourse')} text={t('noCourseText')} />;
  }
  if (query.data !== undefined && target === undefined) {
    return <NoLesson title={t('noLessons')} text={t('noLessonsText')} />;
  }
  return <Pending query={query} />;
}

/** Lessons and their player. Anyone can watch previews; everything else asks visitors to log in and comes back. */
export function WatchPage() {
  const loggedIn = useValue(token) !== null;
  const [lesson] = useQueryParam('lesson');
  const [classId] = useQueryParam('class');
  const [course] = useQueryParam('course');
  useEffect(() => {
    // In parallel with the lesson's request; on failure it is fetched when needed.
    void loadHls().catch(() => undefined);
  }, []);
  if (lesson !== undefined) {
    return <ByLesson lesson={lesson} />;
  }
  if (!loggedIn && (classId !== undefined || course !== undefined)) {
    return (
      <One>
        <LoginState />
      </One>
    );
  }
  if (classId !== undefined) {
    return <ByClass classId={classId} />;
  }
  return course === undefined ? <ChoosePage /> : <ByCourse course={course} />;
}
