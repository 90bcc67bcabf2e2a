import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { termsQuery } from '@/shared/timetable/terms-query';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Cluster, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './courses.module.css';
import type { CourseGroup } from './queries';

interface Props {
  query: UseQueryResult<CourseGroup[]>;
  /** The group whose students are shown. */
  chosen: string | undefined;
  onChoose: (group: string) => void;
}

/** The groups of a course and their teachers; choosing a group shows its students. */
export function GroupsCard({ query, chosen, onChoose }: Props) {
  const { t, locale } = useTranslation('courses');
  const { list } = useFormats();
  const terms = useQuery(termsQuery).data?.terms ?? [];
  const about = ({ term, teachers, ...group }: CourseGroup): string =>
    [
      nameIn(locale, group),
      nameIn(
        locale,
        terms.find(({ id }) => id === term),
      ) || term,
      list(teachers.map((teacher) => nameIn(locale, teacher))),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Card title={t('groups.title')}>
      <QueryView query={query} empty={<EmptyState small level={3} title={t('groups.none')} />}>
        {(groups) => (
          <Stack as="ul" gap={2}>
            {groups.map((group) => (
              <Cluster as="li" gap="2 4" justify="space-between" key={group.id} className={styles['line']}>
                <span>
                  <b title={group.code}>{shortCode(group.code)}</b>
                  <span className={styles['quiet']}>{about(group)}</span>
                </span>
                <Cluster as="span" gap={2} align="stretch">
                  <Button size="s" aria-pressed={group.id === chosen} onClick={() => onChoose(group.id)}>
                    {t('groups.students', { count: group.students })}
                    <span className="visually-hidden"> {shortCode(group.code)}</span>
                  </Button>
                  <AppLink
                    href={`/admin/timetable?by=group&id=${encodeURIComponent(group.id)}`}
                    aria-label={t('groups.planOf', { group: shortCode(group.code) })}
                    className={buttonClass({ size: 's', variant: 'text' })}
                  >
                    {t('groups.plan')}
                  </AppLink>
                </Cluster>
              </Cluster>
            ))}
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}
