import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useLength } from '@/shared/time/use-length';
import { useMoment } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { classNames } from '@/shared/ui/class-names';
import { Cluster, Row, Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import styles from './job-row.module.css';

/** The last known state of a job on the server. */
export interface Job {
  state: 'waiting' | 'running' | 'done' | 'failed';
  done: number;
  /** Null if unknown; then there is no bar. */
  total: number | null;
  /** If the server reports a percentage instead of counts. */
  percent?: number;
  /** Seconds left, if known. */
  left?: number | null;
  /** When it last reported, as an instant. */
  lastWord: number;
}

interface Props {
  title: ReactNode;
  /** The title as text, for the name of the bar. */
  label: string;
  job: Job;
  /** Details: the node, the reason of a failure. */
  note?: ReactNode;
  action?: ReactNode;
}

/** How long a job may be silent before the row says so, in ms. */
const silentAfter = 120_000;

/** A job with its progress and remaining time. */
export function JobRow({ title, label, job, note, action }: Props) {
  const { t } = useTranslation('staff');
  const { number } = useFormats();
  const length = useLength();
  const moment = useMoment();
  const now = useNow();
  const { state, done, total, left, lastWord } = job;
  const counted = total === null || total <= 0 ? null : Math.min(100, Math.floor((done / total) * 100));
  const percent = job.percent ?? counted;
  const under = state === 'running' || state === 'waiting';
  const words = [
    state === 'running' && percent !== null ? t('job.percent', { percent: number(percent) }) : t(`job.${state}`),
    under && total !== null && t('job.doneOf', { done, total }),
    state === 'running' && typeof left === 'number' && t('job.left', { length: length(left) }),
    under && now - lastWord > silentAfter && t('job.silent', { time: moment(lastWord) }),
  ].filter((text) => text !== false);
  return (
    <Stack gap={1}>
      <Row gap={2} justify="space-between" className={styles['head']}>
        <span className={styles['title']}>{title}</span>
        {action}
      </Row>
      {under && percent !== null && <ProgressBar percent={percent} label={label} />}
      <Cluster
        as="p"
        gap="0.5 3"
        align="stretch"
        className={classNames('text-3 size-13', styles['words'])}
        data-state={state}
      >
        {words.map((text) => (
          <span key={text}>{text}</span>
        ))}
        {note !== undefined && <span>{note}</span>}
      </Cluster>
    </Stack>
  );
}
