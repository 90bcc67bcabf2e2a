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

/** So many rows are checked before anybody would wonder. */
const longCheck = 2000;

/**
 * The preview; while another is being made the one before it, and of that not the first rows alone: what somebody
 * corrects must not vanish.
 */
function useLatest({ preview }: Draft): Preview | null {
  const [last, setLast] = useState(preview);
  const better = preview !== null && (!preview.sample || last === null || last.sample);
  if (better && preview !== last) {
    setLast(preview);
  }
  return better ? preview : last;
}

/** How far the checking or the writing is. */
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

/** A short check after a correction leaves the page alone; a long one says how far it is. */
function isLong({ state, progress }: Draft, { sample }: Preview): boolean {
  return state === 'applying' || (state === 'previewing' && (sample || (progress?.total ?? 0) > longCheck));
}

function Work({ job, preview }: { job: DraftJob; preview: Preview }) {
  const { t } = useTranslation('imports');
  const { draft } = job;
  const wide = useWide(); // on a phone the rows are only looked at
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

/** What the import would do, row by row: corrected here, then applied. */
export function PreviewStep({ job }: { job: DraftJob }) {
  const preview = useLatest(job.draft);
  return preview === null ? <Progress job={job} /> : <Work job={job} preview={preview} />;
}
