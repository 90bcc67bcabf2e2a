import { useQuery } from '@tanstack/react-query';
import { statusOf } from '@/shared/api/errors';
import { lessonHref } from '@/shared/course/lesson';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { clockText } from '@/shared/time/length';
import { useDates } from '@/shared/time/use-dates';
import { useLength } from '@/shared/time/use-length';
import { useMoment } from '@/shared/time/use-moment';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { Row, Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { watchedQueries, type WatchedLesson, type WatchingRecord } from './queries';
import styles from './watched.module.css';

const how = ['how.proved', 'how.once', 'how.done', 'how.place'] as const;
const who = ['who.teacher', 'who.adviser', 'who.not'] as const;

function Lesson({ lesson }: { lesson: WatchedLesson }) {
  const { t, locale } = useTranslation('my-watching');
  const moment = useMoment();
  const { course, seconds, duration, percent, done, intervals, position, at } = lesson;
  const title = titleIn(locale, lesson);
  const facts = [
    t('lesson.facts', { watched: clockText(seconds), length: clockText(duration), percent }),
    done ? t('lesson.done') : t('lesson.stopped', { at: clockText(position) }),
    t('lesson.seen', { when: moment(Date.parse(at)) }),
  ];
  return (
    <li className={styles['lesson']}>
      {title === '' ? (
        <b>{t('lesson.gone')}</b>
      ) : (
        <AppLink href={lessonHref(lesson.lesson)}>
          {nameIn(locale, course)} · {title}
        </AppLink>
      )}
      <span className="text-2">{facts.join(' · ')}</span>
      {intervals.length > 0 && (
        <span className="text-2">
          {t('lesson.parts', {
            parts: intervals.map(([from, to]) => `${clockText(from)}–${clockText(to)}`).join(' '),
          })}
        </span>
      )}
    </li>
  );
}

function Recorded({ record }: { record: WatchingRecord }) {
  const { t, locale } = useTranslation('my-watching');
  const dates = useDates();
  const length = useLength();
  const moment = useMoment();
  return (
    <>
      <Card title={t('lessons.title')}>
        {record.lessons.length === 0 ? (
          <EmptyState small title={t('lessons.none')} text={t('lessons.noneText')} />
        ) : (
          <ul className={styles['list']}>
            {record.lessons.map((lesson) => (
              <Lesson key={lesson.lesson} lesson={lesson} />
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('days.title')}>
        {record.days.length === 0 ? (
          <p>{t('days.none')}</p>
        ) : (
          <ul className={styles['list']}>
            {record.days.map(({ date, seconds }) => (
              <Row as="li" gap={3} align="stretch" justify="space-between" key={date} className={styles['day']}>
                <span>{dates.short(date)}</span>
                <span className="text-2">{length(seconds)}</span>
              </Row>
            ))}
          </ul>
        )}
        <p>{t('notes', { count: record.notes })}</p>
        {record.reminders.map(({ course, at }) => (
          <p key={course.id}>{t('reminded', { course: nameIn(locale, course), when: moment(Date.parse(at)) })}</p>
        ))}
        <p>{t('copy')}</p>
      </Card>
    </>
  );
}

function Sentences({ heading, keys }: { heading: 'how.title' | 'who.title'; keys: typeof how | typeof who }) {
  const { t } = useTranslation('my-watching');
  return (
    <Card title={t(heading)}>
      <ul className="bullets">
        {keys.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </Card>
  );
}

/** The student's viewing record, how it is counted, and who sees it. */
export function WatchedPage() {
  const { t } = useTranslation('my-watching');
  const query = useQuery(watchedQueries.record());
  const none = statusOf(query.error) === 403; // staff have no record
  return (
    <Page title={t('title')}>
      <p>{t('about')}</p>
      <Stack gap={4} shrink>
        <Sentences heading="how.title" keys={how} />
        <Sentences heading="who.title" keys={who} />
        {none ? (
          <EmptyState small level={2} title={t('lessons.none')} text={t('lessons.noneText')} />
        ) : (
          <QueryView query={query}>{(record) => <Recorded record={record} />}</QueryView>
        )}
      </Stack>
    </Page>
  );
}
