import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { Cluster } from '@/shared/ui/layout';
import { NodeWork, useSubject } from '@/shared/ui/staff/node-work';
import type { Job, Node } from './queries';
import { StateMark } from './state-mark';
import { useKind } from './use-kind';
import styles from './system.module.css';

function NodeRow({ node, jobs }: { node: Node; jobs: readonly Job[] }) {
  const { t } = useTranslation('system');
  const subject = useSubject();
  const kind = useKind();
  const nameOf = (job: Job): string => (job.about.asset === '' ? kind(job.kind) : subject(job));
  const moment = useMoment();
  const size = useFileSize();
  const silent = node.state === 'silent';
  const words = [
    t('node.version', { version: node.version }),
    t('node.started', { time: moment(Date.parse(node.started)) }),
    silent
      ? t('node.lastWord', { time: moment(Date.parse(node.seen)) })
      : t('node.logins', { hashing: node.logins.hashing, waiting: node.logins.waiting }),
    t(`node.role.${node.role}`),
    ...(node.slots > 0 ? [t('node.size', { cores: node.cores, slots: node.slots })] : []),
    t('node.jobs', {
      count: jobs.filter(({ state, worker }) => state === 'running' && worker === node.name).length,
    }),
    t('node.disk', { free: size(node.disk.free), size: size(node.disk.size) }),
  ];
  return (
    <li className={styles['node']}>
      <StateMark mark={silent ? 'bad' : 'good'}>{t(`node.${node.state}`)}</StateMark>
      <b>{node.name}</b>
      <Cluster as="span" gap="1 4" align="stretch" className={classNames('text-2', styles['words'])}>
        {words.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </Cluster>
      {(silent || node.role !== 'pages') && (
        <div className={styles['work']}>
          <NodeWork {...{ node, jobs, nameOf }} />
        </div>
      )}
    </li>
  );
}

/** The running servers, and those that have gone silent. */
export function NodesCard({ nodes, jobs }: { nodes: readonly Node[]; jobs: readonly Job[] }) {
  const { t } = useTranslation('system');
  return (
    <Card title={t('nodes.title')}>
      <ul className={styles['rows']}>
        {nodes.map((node) => (
          <NodeRow key={node.id} node={node} jobs={jobs} />
        ))}
      </ul>
      {nodes.length === 0 && <p className={classNames('text-2', styles['text'])}>{t('nodes.none')}</p>}
    </Card>
  );
}
