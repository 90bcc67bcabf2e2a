import type { ReactNode } from 'react';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Card } from '@/shared/ui/card';
import type { Job, Node } from './queries';
import { StateMark } from './state-mark';
import styles from './system.module.css';

function NodeRow({ node, running }: { node: Node; running: number }): ReactNode {
  const { t } = useTranslation('system');
  const moment = useMoment();
  const size = useFileSize();
  const silent = node.state === 'silent';
  const words = [
    t('node.version', { version: node.version }),
    t('node.started', { time: moment(Date.parse(node.started)) }),
    silent
      ? t('node.lastWord', { time: moment(Date.parse(node.seen)) })
      : t('node.logins', { hashing: node.logins.hashing, waiting: node.logins.waiting }),
    t('node.jobs', { count: running }),
    t('node.disk', { free: size(node.disk.free), size: size(node.disk.size) }),
  ];
  return (
    <li className={styles['node']}>
      <StateMark mark={silent ? 'bad' : 'good'}>{t(`node.${node.state}`)}</StateMark>
      <b>{node.name}</b>
      <span className={styles['words']}>
        {words.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </li>
  );
}

/** Which servers serve, and which have gone silent. */
export function NodesCard({ nodes, jobs }: { nodes: readonly Node[]; jobs: readonly Job[] }): ReactNode {
  const { t } = useTranslation('system');
  const runningOn = (name: string): number =>
    jobs.filter(({ state, worker }) => state === 'running' && worker === name).length;
  return (
    <Card title={t('nodes.title')}>
      <ul className={styles['rows']}>
        {nodes.map((node) => (
          <NodeRow key={node.id} node={node} running={runningOn(node.name)} />
        ))}
      </ul>
      {nodes.length === 0 && <p className={styles['text']}>{t('nodes.none')}</p>}
    </Card>
  );
}
