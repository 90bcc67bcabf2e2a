import { useTranslation } from '@/shared/i18n/use-translation';
import { DeviceIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { useWide } from '@/shared/ui/wide';
import { DraftsCard } from './drafts-card';
import { ExportCard } from './export-card';
import { HistoryTable } from './history-table';
import styles from './imports.module.css';
import { KindsCard } from './kinds-card';
import { MappingsCard } from './mappings-card';
import { UploadCard } from './upload-card';

/** Upload spreadsheets, continue drafts and look at past imports. */
export function ImportsPage() {
  const { t } = useTranslation('imports');
  const wide = useWide();
  return (
    <Page title={t('title')}>
      <Stack gap={4} shrink>
        <DraftsCard />
        {wide ? <UploadCard /> : <Notice icon={DeviceIcon}>{t('phone.imports')}</Notice>}
        {wide && <KindsCard />}
        {wide && <MappingsCard />}
        <section aria-label={t('history.title')} className={styles['history']}>
          <h2>{t('history.title')}</h2>
          <HistoryTable />
        </section>
        <ExportCard />
      </Stack>
    </Page>
  );
}
