import { useTranslation } from '@/shared/i18n/use-translation';
import { useUrlState } from '@/shared/store/page-location';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { useWide } from '@/shared/ui/wide';
import { BinCard } from './bin-card';
import { FolderIn } from './folder-in';
import { RecordingsList } from './recordings-list';
import styles from './recordings-page.module.css';
import { StorageCard } from './storage-card';
import { UploadCard } from './upload-card';
import { useListAddress } from './use-list';
import { WorkersCard } from './workers-card';

export function RecordingsPage() {
  const { t } = useTranslation('recordings');
  const { setQuery } = useUrlState();
  const { filter } = useListAddress();
  const wide = useWide();
  const list = (
    <Stack gap={4} className={styles['list']}>
      <RecordingsList />
      <BinCard />
    </Stack>
  );
  return (
    <Page title={t('recordings.title')}>
      <div className={styles['layout']}>
        {/* On a phone the list comes first: most people only check on recordings there. */}
        {!wide && list}
        <div className={styles['add']}>
          <FolderIn />
          <UploadCard
            course={filter.course}
            onCourse={(next) => setQuery({ course: next === '' ? undefined : next, page: undefined })}
          />
        </div>
        <div className={styles['side']}>
          <WorkersCard />
          <StorageCard />
        </div>
        {wide && list}
      </div>
    </Page>
  );
}
