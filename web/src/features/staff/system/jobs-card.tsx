import { useMemo } from 'react';
import type { Translate } from '@/shared/i18n/catalogue';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { Row } from '@/shared/ui/layout';
import { DataTable } from '@/shared/ui/staff/data-table';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import type { Column } from '@/shared/ui/staff/table/types';
import { useTableState } from '@/shared/ui/staff/use-table-state';
import { EmptyState } from '@/shared/ui/state';
import { useJobActions, type Job, type System } from './queries';
import { StateMark, type Mark } from './state-mark';
import styles from './system.module.css';
import { useKind } from './use-kind';

const states = ['dead', 'running', 'waiting'] as const;
const marks = {
  dead: 'bad',
  running: 'good',
  waiting: 'plain',
  done: 'good',
  cancelled: 'plain',
} as const satisfies Record<Job['state'], Mark>;
const filterIds = ['state'];

/** Actions on a job; a running one has none. */
function Actions({ job }: { job: Job }) {
  const { t } = useTranslation('system');
  const kind = useKind();
  const { retry, forget } = useJobActions();
  const busy = retry.isPending || forget.isPending;
  if (job.state === 'running') {
    return <span className={classNames('text-2', styles['text'])}>{t('jobs.runs')}</span>;
  }
  const what = kind(job.kind);
  const ended = (): void => {
    if (job.state === 'waiting' && !job.kind.startsWith('media.')) {
      // Undo puts a waiting job back in the queue. A failed one would run again, so it has no undo.
      notifyUndo(t('jobs.forgotten', { what }), () => retry.mutateAsync(job.id).then(() => undefined));
    } else {
      notify('success', t('jobs.forgotten', { what }));
    }
  };
  return (
    <Row as="span" gap={2} align="stretch" inline>
      {job.state === 'dead' && (
        <Button
          size="s"
          loading={retry.isPending}
          disabled={busy}
          aria-label={t('jobs.retryOf', { what })}
          onClick={() => retry.mutate(job.id, { onSuccess: () => notify('success', t('jobs.retried', { what })) })}
        >
          {t('jobs.retry')}
        </Button>
      )}
      <Button
        size="s"
        variant="text"
        loading={forget.isPending}
        disabled={busy}
        aria-label={t('jobs.forgetOf', { what })}
        onClick={() => forget.mutate(job.id, { onSuccess: ended })}
      >
        {t('jobs.forget')}
      </Button>
    </Row>
  );
}

interface Words {
  t: Translate<'system'>;
  number: (value: number) => string;
  kind: (kind: string) => string;
  moment: (instant: number) => string;
}

function columnsIn({ t, number, kind, moment }: Words): readonly Column<Job>[] {
  return [
    { id: 'kind', header: t('jobs.kind'), value: (job) => kind(job.kind), width: 180 },
    {
      id: 'state',
      header: t('jobs.state'),
      cell: ({ state, progress }) => (
        <StateMark mark={marks[state]}>
          {state === 'running' ? t('jobs.percent', { percent: number(progress) }) : t(`jobs.${state}`)}
        </StateMark>
      ),
      value: ({ state }) => t(`jobs.${state}`),
      width: 120,
      phone: 'end',
    },
    ...historyColumns(t, moment),
  ];
}

/** The age, attempts and last error of a job, and the actions on it. */
function historyColumns(t: Words['t'], moment: Words['moment']): readonly Column<Job>[] {
  return [
    {
      id: 'created',
      header: t('jobs.age'),
      cell: ({ created }) => <time dateTime={created}>{moment(Date.parse(created))}</time>,
      value: ({ created }) => created,
      width: 130,
    },
    {
      id: 'attempts',
      header: t('jobs.attempts'),
      cell: ({ attempts, maxAttempts }) => t('jobs.attemptsOf', { attempts, most: maxAttempts }),
      value: ({ attempts }) => attempts,
      width: 90,
    },
    {
      id: 'error',
      header: t('jobs.error'),
      cell: ({ error }) => <span className="text-2">{error === '' ? '–' : error}</span>,
      value: ({ error }) => error,
    },
    {
      id: 'actions',
      header: t('jobs.actions'),
      cell: (job) => <Actions job={job} />,
      hideable: false,
      width: 200,
    },
  ];
}

/** Background jobs, those that failed for good first. */
export function JobsCard({ jobs, counts }: Pick<System, 'jobs' | 'counts'>) {
  const { t } = useTranslation('system');
  const kind = useKind();
  const [state, setState] = useTableState({ filters: filterIds });
  const { number } = useFormats();
  const moment = useMoment();
  const columns = useMemo(() => columnsIn({ t, number, kind, moment }), [t, number, kind, moment]);
  const filters = useMemo(
    () => [
      {
        id: 'state',
        label: t('jobs.state'),
        of: (job: Job) => job.state,
        options: states.map((value) => ({ value, label: t(`jobs.${value}`), count: counts[value] })),
      },
    ],
    [t, counts],
  );
  const all = counts.dead + counts.running + counts.waiting;
  return (
    <Card title={t('jobs.title')}>
      <DataTable
        label={t('jobs.title')}
        columns={columns}
        rows={jobs}
        rowId={({ id }) => id}
        rowName={(job) => kind(job.kind)}
        state={state}
        onState={setState}
        filters={filters}
        local
        rowHeight={50}
        total={all}
        hasMore={all > jobs.length}
        empty={<EmptyState level={3} title={t('jobs.none')} text={t('jobs.noneText')} />}
      />
    </Card>
  );
}
