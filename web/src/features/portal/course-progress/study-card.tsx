import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { useLength } from '@/shared/time/use-length';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { ColumnChart } from '@/shared/ui/column-chart';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './course-cards.module.css';
import { courseQueries } from './queries';

/** The time watched on each day of this week, Monday first. */
export function StudyCard() {
  const { t } = useTranslation('course-progress');
  const dates = useDates();
  const length = useLength();
  const { t: shared } = useTranslation('shared');
  // Columns are narrow: hours get one decimal instead of minutes.
  const short = (seconds: number): string =>
    seconds < 3600 ? length(seconds) : shared('length.hours', { hours: Math.round(seconds / 360) / 10 });
  const query = useQuery(courseQueries.watching());
  const sum = (query.data?.week ?? []).reduce((all, { seconds }) => all + seconds, 0);
  return (
    <Card
      title={t('study')}
      extra={sum > 0 && <span className={styles['sum']}>{t('studySum', { length: length(sum) })}</span>}
    >
      <QueryView
        query={query}
        isEmpty={() => sum === 0}
        empty={<EmptyState small title={t('studyNone')} text={t('studyNoneText')} />}
      >
        {({ week }) => (
          <>
            <ColumnChart
              title={t('study')}
              columns={[t('column.day'), t('column.time')]}
              data={week.map(({ date, seconds }) => ({ label: dates.weekday(date), value: seconds }))}
              format={short}
            />
            <AppLink href="/student/watching">{t('studyRecord')}</AppLink>
          </>
        )}
      </QueryView>
    </Card>
  );
}
