import { useQuery } from '@tanstack/react-query';
import { lessonHref } from '@/shared/course/lesson';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { clockText } from '@/shared/time/length';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { ProgressRing } from '@/shared/ui/progress';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './course-cards.module.css';
import { courseQueries, type MyWatching } from './queries';

/** The lessons that were started but not finished, the latest first. */
function inProgress({ recent }: Pick<MyWatching, 'recent'>): MyWatching['recent'] {
  return recent.filter(({ done }) => !done).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Lessons to continue, at the exact second. */
export function ContinueCard() {
  const { t, locale } = useTranslation('course-progress');
  const query = useQuery(courseQueries.watching());
  return (
    <Card title={t('continue')}>
      <QueryView
        query={query}
        isEmpty={(watching) => inProgress(watching).length === 0}
        empty={<EmptyState small title={t('nothingBegun')} text={t('nothingBegunText')} />}
      >
        {(watching) => (
          <ul className={styles['list']}>
            {inProgress(watching)
              .slice(0, 4)
              .map(({ lesson, course, ...one }) => {
                const title = titleIn(locale, one);
                return (
                  <li key={lesson}>
                    <AppLink href={lessonHref(lesson)} className={styles['course']}>
                      <ProgressRing percent={one.percent} label={t('progressOf', { course: title })} size={28} />
                      <span className={styles['words']}>
                        <strong>{title}</strong>
                        <small>{nameIn(locale, course)}</small>
                      </span>
                      <time>{t('position', { time: clockText(one.position), duration: clockText(one.duration) })}</time>
                    </AppLink>
                  </li>
                );
              })}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
