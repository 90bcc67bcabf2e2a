import { ContinueCard } from '@/features/portal/course-progress/continue-card';
import { ProgressCard } from '@/features/portal/course-progress/progress-card';
import { StudyCard } from '@/features/portal/course-progress/study-card';
import { NoticesCard } from '@/features/portal/messages/notices-card';
import { NextUp } from '@/features/portal/timetable/next-up';
import { TodayCard } from '@/features/portal/timetable/today-card';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useOwnName } from '@/shared/access/use-own-name';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import styles from './pages.module.css';

/** The next class, today's classes, lessons to continue, study time of the week, progress and notices. */
export function WorkplacePage() {
  const { t } = useTranslation('app');
  const name = useOwnName();
  return (
    <Page title={name === '' ? t('menu.workplace') : t('workplace.welcome', { name })}>
      <NextUp />
      <div className={styles['columns']}>
        <Stack gap={4}>
          <TodayCard />
          <ProgressCard />
        </Stack>
        <Stack gap={4}>
          <ContinueCard />
          <StudyCard />
          <NoticesCard />
        </Stack>
      </div>
    </Page>
  );
}
