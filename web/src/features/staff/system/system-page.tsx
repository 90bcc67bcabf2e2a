import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { classNames } from '@/shared/ui/class-names';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { FactsCard } from './facts-card';
import { FindingsCard } from './findings-card';
import { JobsCard } from './jobs-card';
import { NodesCard } from './nodes-card';
import { systemQueries } from './queries';
import { SettingsCard } from './settings-card';
import styles from './system.module.css';

/** The state of the installation: what `lectern doctor` reports, and the background jobs. */
export function SystemPage() {
  const { t } = useTranslation('system');
  const moment = useMoment();
  const system = useQuery(systemQueries.system());
  return (
    <Page
      title={t('title')}
      aside={
        system.data && (
          <span className={classNames('text-2', styles['text'])}>
            {t('looked', { time: moment(system.dataUpdatedAt) })}
          </span>
        )
      }
    >
      <QueryView query={system}>
        {(data) => (
          <Stack gap={4} shrink>
            <FindingsCard findings={data.findings} />
            <JobsCard jobs={data.jobs} counts={data.counts} />
            <div className={styles['columns']}>
              <NodesCard nodes={data.nodes} jobs={data.jobs} />
              <FactsCard system={data} />
            </div>
            <SettingsCard settings={data.settings} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
