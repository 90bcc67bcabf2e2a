import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { DataOf } from '@/shared/api/types';
import { useMoment } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { Stack } from '@/shared/ui/layout';
import { JobRow } from './job-row';

type Work = DataOf<'get', '/api/admin/system/work'>;

export type WorkNode = Work['nodes'][number];

export type WorkJob = Work['jobs'][number];

/** The subject of a recording's job, such as 'MKT201 Channels'. */
export function useSubject(): (job: WorkJob) => string {
  const { locale } = useTranslation('staff');
  return ({ about }) => {
    const title = titleIn(locale, about);
    return [about.code, title === '' ? about.file : title].filter((text) => text !== '').join(' ');
  };
}

interface Props {
  node: WorkNode;
  /** The jobs of all nodes. */
  jobs: readonly WorkJob[];
  /** The display name of a job. */
  nameOf: (job: WorkJob) => string;
}

/** What a silent node was doing, and which node took that over. */
function Lost({ node, jobs, nameOf }: Props) {
  const { t } = useTranslation('staff');
  const moment = useMoment();
  const now = useNow();
  const running = jobs.filter(({ state, worker }) => state === 'running' && worker === node.name);
  return (
    <ul className="text-2">
      {node.lost.map((job) => (
        <li key={job.id}>{t('node.went', { what: nameOf(job), node: job.worker })}</li>
      ))}
      {running.map((job) => (
        <li key={job.id}>
          {Date.parse(job.due) > now
            ? t('node.held', { what: nameOf(job), time: moment(Date.parse(job.due)) })
            : t('node.free', { what: nameOf(job) })}
        </li>
      ))}
      {node.lost.length + running.length === 0 && <li>{t('node.hadNone')}</li>}
    </ul>
  );
}

/** Transcription jobs, whose progress is unknown. */
export const transcribing = 'media.transcribe';

/** The jobs that a node is running, with progress and remaining time. */
export function NodeWork({ node, jobs, nameOf }: Props) {
  const { t } = useTranslation('staff');
  if (node.state === 'silent') {
    return <Lost {...{ node, jobs, nameOf }} />;
  }
  const own = jobs.filter(({ state, worker }) => state === 'running' && worker === node.name);
  return (
    <Stack gap={2}>
      {own.map((job) => {
        const writes = job.kind === transcribing;
        const made = job.about.height === 0 ? t('node.first') : t('node.height', { height: String(job.about.height) });
        return (
          <JobRow
            key={job.id}
            title={nameOf(job)}
            label={nameOf(job)}
            job={{
              state: 'running',
              done: job.progress,
              total: null,
              left: job.left === 0 ? null : job.left,
              ...(!writes && { percent: job.progress }),
              lastWord: Date.parse(node.seen),
            }}
            {...(job.about.asset !== '' && { note: writes ? t('node.captions') : made })}
          />
        );
      })}
    </Stack>
  );
}
