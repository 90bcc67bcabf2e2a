import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { api } from '@/shared/api/api';
import { everything, refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { AppLink } from '@/shared/ui/app-link';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { ErrorIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
import { JobRow } from '@/shared/ui/staff/job-row';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import { ErrorState } from '@/shared/ui/state';
import panel from './panel.module.css';
import styles from './report.module.css';
import { importQueries, keepUndo, undoRuns, type Report, type UndoPreview } from './queries';
import { PeopleList } from './people-list';

type Link = NonNullable<UndoPreview['conflicts'][number]['link']>;

/** The page for each part of a link, the most specific first. */
const pages: readonly (readonly [of: keyof Link, page: string])[] = [
  ['student', '/admin/students/'],
  ['group', '/admin/timetable?by=group&id='],
  ['room', '/rooms/'],
  ['teacher', '/teachers/'],
  ['course', '/admin/timetable?by=course&id='],
];

function hrefOf(link: Link | null): string | undefined {
  for (const [of, page] of pages) {
    const id = link?.[of];
    if (typeof id === 'string') {
      return page + encodeURIComponent(id);
    }
  }
  return undefined;
}

/** What prevents undoing, with links. */
function Conflicts({ conflicts }: Pick<UndoPreview, 'conflicts'>) {
  const { t } = useTranslation('imports');
  return (
    conflicts.length > 0 && (
      <Stack as="section" gap={2} aria-label={t('undo.conflicts')} className={panel['brake']}>
        <h3>{t('undo.conflictCount', { count: conflicts.length })}</h3>
        <p>{t('undo.conflictText')}</p>
        <ul className={styles['conflicts']}>
          {conflicts.map(({ line, thing, name, text, link }) => {
            const href = hrefOf(link);
            return (
              <li key={`${line} ${thing} ${name}`}>
                {href === undefined ? <b>{name}</b> : <AppLink href={href}>{name}</AppLink>} {text}
              </li>
            );
          })}
        </ul>
      </Stack>
    )
  );
}

function Objects({ objects }: Pick<UndoPreview, 'objects'>) {
  const { t } = useTranslation('imports');
  return (
    <ul className={styles['objects']}>
      {objects.map(({ thing, title, created, changed }) => (
        <li key={thing}>
          <b>{title}</b>{' '}
          {[created > 0 && t('undo.removed', { count: created }), changed > 0 && t('undo.restored', { count: changed })]
            .filter(Boolean)
            .join(t('undo.and'))}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  report: Report;
  open: boolean;
  onClose: () => void;
}

/** Quiet: the panel shows the error beside the button. */
function useUndo(report: Report, onDone: () => void) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/api/admin/imports/{import}/undo', { path: { import: report.id }, quiet: true }),
    onSuccess: (undo) => {
      keepUndo(client, report.id, undo);
      if (undo.state === 'undone') {
        notify('success', t('undo.done', { file: report.file }));
        onDone();
        void refresh(everything);
      }
    },
    onError: () => refresh(importQueries.report(report.id).queryKey),
  });
}

/** The progress of undoing. */
function UndoProgress({ report: { id, undo } }: { report: Report }) {
  const { t } = useTranslation('imports');
  const { dataUpdatedAt } = useQuery(importQueries.report(id));
  const label = t(undo.state === 'undoing' ? 'undo.running' : 'undo.checking');
  return (
    <JobRow
      title={label}
      label={label}
      job={{
        state: 'running',
        done: undo.progress?.rows ?? 0,
        total: undo.progress?.total ?? null,
        lastWord: dataUpdatedAt,
      }}
      note={undo.state === 'undoing' ? t('progress.applyingNote') : t('undo.checkingNote')}
    />
  );
}

function Wrong({ children }: { children: ReactNode }) {
  return (
    <Row as="p" gap={1} align="stretch" className={classNames('danger size-13', panel['wrong'])}>
      <ErrorIcon size={14} />
      {children}
    </Row>
  );
}

/** What undoing would remove, who is notified, and what prevents it. */
function OpenPanel({ report, onClose }: Omit<Props, 'open'>) {
  const { t } = useTranslation('imports');
  const id = useId();
  const { state, preview, problem } = report.undo;
  const start = useQuery({
    ...importQueries.undoPreview(report.id),
    // Don't restart after a problem: it stays visible until someone tries again.
    enabled: problem === null && state !== 'undoing',
  });
  const undo = useUndo(report, onClose);
  const running = start.isFetching || undoRuns(report.undo);
  const shown = running ? null : preview;
  const stands = shown !== null && shown.conflicts.length > 0;
  return (
    <SidePanel
      title={t('undo.title')}
      open
      onClose={onClose}
      actions={
        <>
          <Button
            variant="primary"
            size="l"
            block
            loading={undo.isPending || state === 'undoing'}
            disabled={shown === null || stands}
            aria-describedby={id}
            onClick={() => undo.mutate()}
          >
            {t('undo.run')}
          </Button>
          <p id={id} role="status" className={panel['hint']}>
            {stands ? t('undo.blocked') : undefined}
          </p>
          <div role="alert">
            {undo.error !== null && <Wrong>{undo.error.message}</Wrong>}
            {undo.error === null && problem !== null && !running && <Wrong>{problem.text}</Wrong>}
          </div>
        </>
      }
    >
      {start.error !== null && <ErrorState error={start.error} onRetry={() => void start.refetch()} />}
      {running && <UndoProgress report={report} />}
      {shown !== null && (
        <>
          <Objects objects={shown.objects} />
          <PeopleList told={shown.told} />
          <Conflicts conflicts={shown.conflicts} />
        </>
      )}
      {!running && (stands || problem !== null) && (
        <Button onClick={() => void start.refetch()}>{t('undo.again')}</Button>
      )}
    </SidePanel>
  );
}

/** Open as long as someone wants to undo the import, or the server is doing it. */
export function UndoPanel({ open, ...props }: Props) {
  return open && <OpenPanel {...props} />;
}
