import { useQuery } from '@tanstack/react-query';
import { lessonHref } from '@/shared/course/lesson';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Chip } from '@/shared/ui/badge';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './courses.module.css';
import { coursesQueries } from './queries';

/** The lessons of a course in order, including unpublished ones. */
export function LessonsCard({ course }: { course: string }) {
  const { t, locale } = useTranslation('courses');
  const query = useQuery(coursesQueries.lessons(course));
  return (
    <Card title={t('lessons.title')}>
      <QueryView query={query} empty={<EmptyState small level={3} title={t('lessons.none')} />}>
        {(lessons) => (
          <Stack as="ol" gap={2}>
            {lessons.map((lesson) => (
              <Cluster as="li" gap="2 4" justify="space-between" key={lesson.id} className={styles['line']}>
                <span>
                  <span className={styles['position']}>{lesson.position}</span>
                  <AppLink href={lessonHref(lesson.id)}>{titleIn(locale, lesson)}</AppLink>
                </span>
                <Chip tone={lesson.published ? 'success' : 'neutral'}>
                  {lesson.published ? t('lessons.published') : t('lessons.draft')}
                </Chip>
              </Cluster>
            ))}
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}
