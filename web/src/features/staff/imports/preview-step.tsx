import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { WarningIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { JobRow } from '@/shared/ui/staff/job-row';
import { useExtraWide, useWide } from '@/shared/ui/wide';
import { AfterPanel } from './after-panel';
import { useDraftActions, type DraftJob } from './draft-job';
import styles from './preview.module.css';
import { PreviewTable } from './preview-table';
import type { Draft, Preview } from './queries';
import { useApply } from './use-apply';
import { useRowActions } from './use-row-actions';

/** Rows from which a check takes long enough to need a progress bar. */
const longCheck = 2000;

/**
 * The latest full preview. While a new one is computed, the old one stays, so that a row someone is correcting doesn't
 * disappear.
 */
function useLatest({ preview }: Draft): Preview | null {
  const [last, setLast] = useState(preview);
  const better = preview !== null && (!preview.sample || last === null || last.sample);
  if (better && preview !== last) {
    setLast(preview);
  }
  return better ? preview : last;
}

/** The progress of the check or the import. */
function Progress({ job }: { job: DraftJob }) {
  const { t } = useTranslation('imports');
  const writes = job.draft.state === 'applying';
  const title = writes ? t('progress.applying') : t('progress.previewing');
  return (
    <Card>
      <JobRow
        title={title}
        label={title}
        job={job}
        note={writes ? t('progress.applyingNote') : t('progress.previewingNote')}
      />
    </Card>
  );
}

/** A short check after a correction shows no progress; a long one does. */
function isLong({ state, progress }: Draft, { sample }: Preview): boolean {
  return state === 'applying' || (state === 'previewing' && (sample || (progress?.total ?? 0) > longCheck));
}

function Work({ job, preview }: { job: DraftJob; preview: Preview }) {
  const { t } = useTranslation('imports');
  const { draft } = job;
  const wide = useWide(); // read only on phones
  const beside = useExtraWide();
  const [open, setOpen] = useState(false);
  const actions = useDraftActions(draft.id);
  const rowActions = useRowActions(actions);
  const apply = useApply(draft, preview, actions);
  return (
    <>
      {preview.stale && (
        <Notice tone="warning" icon={WarningIcon} role="status">
          {t('stale.text')}
        </Notice>
      )}
      {!beside && (
        <Button block onClick={() => setOpen(true)}>
          {t('after.open')}
        </Button>
      )}
      <Row gap={4} align="start" shrink className={styles['columns']}>
        <Stack gap={4} shrink className={styles['work']}>
          {isLong(draft, preview) && <Progress job={job} />}
          <PreviewTable
            draft={draft}
            preview={preview}
            actions={wide && draft.state !== 'applying' ? rowActions : undefined}
          />
        </Stack>
        <AfterPanel {...{ draft, preview, open }} apply={wide ? apply : undefined} onClose={() => setOpen(false)} />
      </Row>
    </>
  );
}

/** What the import would do row by row: correct rows here, then import. */
export function PreviewStep({ job }: { job: DraftJob }) {
  const preview = useLatest(job.draft);
  return preview === null ? <Progress job={job} /> : <Work job={job} preview={preview} />;
}
