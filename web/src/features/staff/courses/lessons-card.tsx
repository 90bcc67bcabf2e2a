import { useQuery } from '@tanstack/react-query';
import { api } from '@/shared/api/api';
import { everything, refresh, useChange } from '@/shared/api/cached';
import { lessonHref } from '@/shared/course/lesson';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Button } from '@/shared/ui/button';
import { Chip } from '@/shared/ui/badge';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { EmptyState } from '@/shared/ui/state';
import styles from './courses.module.css';
import { coursesQueries } from './queries';
import { RenameLesson, type StaffLesson } from './rename-lesson';

/** Deletes a lesson, which can be put back for a day. */
function DeleteLesson({ lesson }: { lesson: StaffLesson }) {
  const { t, locale } = useTranslation('courses');
  const path = { lesson: lesson.id };
  const remove = useChange(() => api.delete('/api/admin/lessons/{lesson}', { path }), [everything], {
    onSuccess: () =>
      notifyUndo(t('lessons.deleted'), async () => {
        await api.post('/api/admin/lessons/{lesson}/restore', { path });
        await refresh(everything);
      }),
  });
  return (
    <Button
      size="s"
      variant="text"
      aria-label={t('lessons.deleteOf', { title: titleIn(locale, lesson) })}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {t('lessons.delete')}
    </Button>
  );
}

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
                <Cluster gap={2}>
                  <Chip tone={lesson.published ? 'success' : 'neutral'}>
                    {lesson.published ? t('lessons.published') : t('lessons.draft')}
                  </Chip>
                  <RenameLesson lesson={lesson} />
                  <DeleteLesson lesson={lesson} />
                </Cluster>
              </Cluster>
            ))}
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}
