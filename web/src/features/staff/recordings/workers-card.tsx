import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { SuccessIcon, WarningIcon } from '@/shared/ui/icons';
import { Cluster, Stack } from '@/shared/ui/layout';
import { JobRow } from '@/shared/ui/staff/job-row';
import { NodeWork, transcribing, useSubject, type WorkJob, type WorkNode } from '@/shared/ui/staff/node-work';
import { useExtraWide } from '@/shared/ui/wide';
import { recordingQueries, useAssetAction } from './queries';
import styles from './workers-card.module.css';

/** One server: what it does, or how long it has been silent and where its job went. */
function Node({ node, jobs }: { node: WorkNode; jobs: readonly WorkJob[] }) {
  const { t } = useTranslation('recordings');
  const moment = useMoment();
  const nameOf = useSubject();
  const silent = node.state === 'silent';
  const aside = {
    silent: () => t('workers.silent', { time: moment(Date.parse(node.seen)) }),
    stopping: () => t('workers.stopping'),
    here: () => t('workers.size', { cores: node.cores, slots: node.slots }),
    alive: () => t('workers.size', { cores: node.cores, slots: node.slots }),
  };
  return (
    <Stack as="li" gap={2} className={styles['node']} data-silent={silent}>
      <Cluster as="p" gap="1 2" className={classNames('text-1', styles['head'])}>
        {silent ? <WarningIcon size={16} /> : <SuccessIcon size={16} />}
        <b>{node.name}</b>
        <span className={classNames('text-2', styles['aside'])}>{aside[node.state]()}</span>
      </Cluster>
      <NodeWork {...{ node, jobs, nameOf }} />
    </Stack>
  );
}

/** A recording or quality that failed, with a retry button. */
function FailedJob({ job }: { job: WorkJob }) {
  const { t } = useTranslation('recordings');
  const nameOf = useSubject();
  const act = useAssetAction();
  const name = nameOf(job);
  const why = job.about.reason === '' ? job.error : job.about.reason;
  return (
    <JobRow
      title={name}
      label={name}
      job={{ state: 'failed', done: 0, total: null, lastWord: Date.parse(job.created) }}
      note={job.kind === transcribing ? t('workers.captions', { error: why }) : why}
      action={
        <Button
          size="s"
          loading={act.isPending}
          aria-label={t('workers.retryOf', { name })}
          onClick={() => act.mutate({ asset: job.about.asset, action: 'retry' })}
        >
          {t('recordings.retry')}
        </Button>
      }
    />
  );
}

/** A card beside the list, or one collapsible line where there is no room. */
function Folded({ line, children }: { line: string; children: ReactNode }) {
  const beside = useExtraWide();
  return beside ? (
    <>
      {children}
      <p className={styles['line']}>{line}</p>
    </>
  ) : (
    <details>
      <summary className={styles['line']}>{line}</summary>
      {children}
    </details>
  );
}

/** The servers that prepare recordings, their queue, and what failed. */
export function WorkersCard() {
  const { t } = useTranslation('recordings');
  const { data: work } = useQuery(recordingQueries.work());
  if (work === undefined) {
    return null;
  }
  const { nodes, jobs, waiting } = work;
  const busy = new Set(jobs.filter(({ state }) => state === 'running').map(({ worker }) => worker));
  const atWork = nodes.filter(({ name, state }) => state !== 'silent' && busy.has(name)).length;
  const failed = jobs.filter(({ state, about }) => state === 'dead' && about.asset !== '');
  return (
    <Card
      title={t('workers.title')}
      extra={
        <span className={classNames('text-2', styles['aside'])}>
          {t('workers.atWork', { count: atWork, all: nodes.length })}
        </span>
      }
    >
      {nodes.length === 0 && <p className={classNames('text-2', styles['aside'])}>{t('workers.none')}</p>}
      <Folded
        line={[
          t('workers.waiting', { count: waiting }),
          ...(failed.length > 0 ? [t('workers.failed', { count: failed.length })] : []),
        ].join(' · ')}
      >
        <ul>
          {nodes.map((node) => (
            <Node key={node.id} node={node} jobs={jobs} />
          ))}
        </ul>
        <Stack gap={3} className={styles['failed']}>
          {failed.map((job) => (
            <FailedJob key={job.id} job={job} />
          ))}
        </Stack>
      </Folded>
    </Card>
  );
}
