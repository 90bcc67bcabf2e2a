import { useQuery } from '@tanstack/react-query';
import { statusOf } from '@/shared/api/errors';
import type { DataOf } from '@/shared/api/types';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Chip } from '@/shared/ui/badge';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Descriptions } from '@/shared/ui/descriptions';
import { GoneState } from '@/shared/ui/gone-state';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import styles from './courses.module.css';
import { GroupsCard } from './groups-card';
import { LessonsCard } from './lessons-card';
import { MembersCard } from './members-card';
import { coursesQueries } from './queries';

type Course = DataOf<'get', '/api/courses/{course}'>;

/** Links to other pages about the course. */
function RelatedPages({ id }: { id: string }) {
  const { t } = useTranslation('courses');
  const key = encodeURIComponent(id);
  return (
    <>
      <AppLink href={`/admin/timetable?by=course&id=${key}`} className={buttonClass()}>
        {t('course.plan')}
      </AppLink>
      <AppLink href={`/admin/watching/${key}`} className={buttonClass()}>
        {t('course.watching')}
      </AppLink>
      <AppLink href={`/admin/recordings?course=${key}`} className={buttonClass()}>
        {t('course.recordings')}
      </AppLink>
    </>
  );
}

function Teachers({ teachers }: Pick<Course, 'teachers'>) {
  const { locale } = useTranslation('courses');
  return teachers.map((teacher) => (
    <AppLink key={teacher.id} href={`/teachers/${encodeURIComponent(teacher.id)}`} className={styles['teacher']}>
      {nameIn(locale, teacher)}
    </AppLink>
  ));
}

function Content({ course }: { course: Course }) {
  const { t, locale } = useTranslation('courses');
  const { number } = useFormats();
  const [asked, setGroup] = useQueryParam('group');
  const groups = useQuery(coursesQueries.groups(course.id));
  const group = groups.data?.find(({ id }) => id === asked) ?? groups.data?.[0];
  return (
    <Page title={nameIn(locale, course)} aside={<Chip>{course.code}</Chip>} actions={<RelatedPages id={course.id} />}>
      <Stack gap={4} shrink>
        <Card title={t('course.about')}>
          <Descriptions
            facts={[
              { label: t('course.credits'), value: number(course.credits) },
              {
                label: t('course.teachers'),
                value: course.teachers.length === 0 ? '' : <Teachers teachers={course.teachers} />,
              },
              {
                label: t('course.summary'),
                value: nameIn(locale, { name: course.summary, nameEn: course.summaryEn }),
              },
            ]}
          />
        </Card>
        <GroupsCard query={groups} chosen={group?.id} onChoose={setGroup} />
        {group !== undefined && <MembersCard key={group.id} group={group} />}
        <LessonsCard course={course.id} />
      </Stack>
    </Page>
  );
}

/** One course: its groups, teachers, students and lessons. */
export function CoursePage() {
  const { course = '' } = usePageLocation().parameters;
  const query = useQuery(coursesQueries.course(course));
  if (statusOf(query.error) === 404) {
    return <GoneState level={1} onRetry={() => void query.refetch()} />;
  }
  return <QueryView query={query}>{(data) => <Content key={data.id} course={data} />}</QueryView>;
}
