import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { api } from '@/shared/api/api';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { AppLink } from '@/shared/ui/app-link';
import { Button } from '@/shared/ui/button';
import { ErrorIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import panel from './panel.module.css';
import styles from './report.module.css';
import type { Report, UndoPreview } from './queries';
import { importQueries } from './queries';
import { ToldList } from './told-list';

/** Where what stands in the way can be looked at. */
function hrefOf(link: UndoPreview['conflicts'][number]['link']): string | undefined {
  if (typeof link?.student === 'string') {
    return `/admin/students/${encodeURIComponent(link.student)}`;
  }
  return typeof link?.course === 'string'
    ? `/admin/recordings?course=${encodeURIComponent(link.course)}`
    : undefined;
}

/** What stands in the way, each with the way to it. */
function Conflicts({ conflicts }: Pick<UndoPreview, 'conflicts'>): ReactNode {
  const { t } = useTranslation('imports');
  return (
    conflicts.length > 0 && (
      <section aria-label={t('undo.conflicts')} className={panel['brake']}>
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
      </section>
    )
  );
}

function Objects({ objects }: Pick<UndoPreview, 'objects'>): ReactNode {
  const { t } = useTranslation('imports');
  return (
    <ul className={styles['objects']}>
      {objects.map(({ thing, title, created, changed }) => (
        <li key={thing}>
          <b>{title}</b>{' '}
          {[
            created > 0 && t('undo.removed', { count: created }),
            changed > 0 && t('undo.restored', { count: changed }),
          ]
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

/** Undoes it. Quiet: the panel says beside the button why it was refused. */
function useUndo(report: Report, onDone: () => void) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.post('/api/admin/imports/{import}/undo', {
        path: { import: report.id },
        quiet: true,
        timeout: 120_000,
      }),
    onSuccess: () => {
      notify('success', t('undo.done', { file: report.file }));
      onDone();
      void client.invalidateQueries(); // it may be shown on any page
    },
    onError: () => client.invalidateQueries({ queryKey: importQueries.undoPreview(report.id).queryKey }),
  });
}

/** What undoing would do: what goes, who is told, what stands in the way. */
export function UndoPanel({ report, open, onClose }: Props): ReactNode {
  const { t } = useTranslation('imports');
  const id = useId();
  const preview = useQuery({ ...importQueries.undoPreview(report.id), enabled: open });
  const undo = useUndo(report, onClose);
  const blocked = preview.data === undefined || preview.data.conflicts.length > 0;
  return (
    <SidePanel
      title={t('undo.title')}
      {...{ open, onClose }}
      actions={
        <>
          <Button
            variant="primary"
            size="l"
            block
            loading={undo.isPending}
            disabled={blocked}
            aria-describedby={id}
            onClick={() => undo.mutate()}
          >
            {t('undo.run')}
          </Button>
          <p id={id} role="status" className={panel['hint']}>
            {preview.data !== undefined && blocked ? t('undo.blocked') : undefined}
          </p>
          <div role="alert">
            {undo.error !== null && (
              <p className={panel['wrong']}>
                <ErrorIcon size={14} />
                {undo.error.message}
              </p>
            )}
          </div>
        </>
      }
    >
      <QueryView query={preview}>
        {(data) => (
          <>
            <Objects objects={data.objects} />
            <ToldList told={data.told} />
            <Conflicts conflicts={data.conflicts} />
          </>
        )}
      </QueryView>
    </SidePanel>
  );
}
