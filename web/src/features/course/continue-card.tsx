import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { ProgressRing } from '@/shared/ui/progress';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './course-cards.module.css';
import type { Course } from './queries';
import { courseQueries } from './queries';

/** Courses that were begun and not finished, furthest first. */
export function begun(courses: readonly Course[]): Course[] {
  return courses
    .filter(({ progress }) => progress > 0 && progress < 100)
    .toSorted((a, b) => b.progress - a.progress);
}

/** Where to go on watching. */
export function ContinueCard(): ReactNode {
  const { t, locale } = useTranslation('course');
  const query = useQuery(courseQueries.mine());
  return (
    <Card title={t('continue')}>
      <QueryView
        query={query}
        isEmpty={(courses) => begun(courses).length === 0}
        empty={<EmptyState drawing="film" title={t('nothingBegun')} text={t('nothingBegunText')} />}
      >
        {(courses) => (
          <ul className={styles['list']}>
            {begun(courses)
              .slice(0, 4)
              .map((course) => (
                <li key={course.id}>
                  <AppLink
                    href={`/student/watch?course=${encodeURIComponent(course.id)}`}
                    className={styles['course']}
                  >
                    <ProgressRing
                      percent={course.progress}
                      label={t('progressOf', { course: nameIn(locale, course) })}
                      size={28}
                    />
                    <strong>{nameIn(locale, course)}</strong>
                  </AppLink>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
