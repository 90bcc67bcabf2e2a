import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { statusOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Stepper } from '@/shared/ui/staff/stepper';
import { EmptyState } from '@/shared/ui/state';
import { ColumnsStep } from './columns-step';
import { DoneStep } from './done-step';
import { useDraft, useDraftActions, type DraftJob } from './draft-job';
import { FileStrip } from './file-strip';
import { columnsHref, draftHref } from './links';
import { PreviewStep } from './preview-step';
import { importQueries, type Draft } from './queries';
import { stepOf, steps, type Step } from './steps';

/** Refetches all queries after an import, since any page may show what was imported. */
function useApplied(applied: boolean, id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (applied) {
      const own = JSON.stringify(importQueries.draft(id));
      void client.invalidateQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey) !== own });
    }
  }, [applied, id, client]);
}

interface ProblemProps {
  draft: Draft;
  problem: NonNullable<Draft['problem']>;
  /** Whether the check can be restarted from here. */
  again: boolean;
}

/** Why work on the draft has stopped, and what to do. */
function Problem({ draft, problem, again }: ProblemProps) {
  const { t } = useTranslation('imports');
  const { preview } = useDraftActions(draft.id);
  return (
    <div role="alert">
      <Notice
        tone="warning"
        icon={ErrorIcon}
        action={
          again && (
            <Button size="s" variant="text" loading={preview.isPending} onClick={() => preview.mutate()}>
              {t('draft.again')}
            </Button>
          )
        }
      >
        {problem.text} <small>{`[${problem.code}]`}</small>
      </Notice>
    </div>
  );
}

function Wizard({ job }: { job: DraftJob }) {
  const { t } = useTranslation('imports');
  const [asked] = useQueryParam('step');
  const { draft } = job;
  const step = stepOf(draft, asked);
  useApplied(draft.state === 'applied', draft.id);
  const hrefs: Partial<Record<Step, string>> =
    step === 'done' ? {} : { file: '/admin/imports', columns: columnsHref(draft.id), preview: draftHref(draft.id) };
  return (
    <Page
      title={draft.kind === null ? t('draft.title') : t('draft.titleOf', { kind: t(`kind.${draft.kind}`) })}
      actions={
        <Stepper
          steps={steps.map((id) => ({
            id,
            label: t(`step.${id}`),
            ...(hrefs[id] !== undefined && { href: hrefs[id] }),
          }))}
          current={step}
        />
      }
    >
      <FileStrip draft={draft} />
      {draft.problem !== null && draft.problem.code !== 'roster.stale' && step !== 'done' && (
        <Problem draft={draft} problem={draft.problem} again={step === 'preview'} />
      )}
      {step === 'columns' && <ColumnsStep draft={draft} />}
      {step === 'preview' && <PreviewStep job={job} />}
      {step === 'done' && <DoneStep draft={draft} />}
    </Page>
  );
}

/** One import draft. Its state on the server decides the step: columns, preview or result. */
export function DraftPage() {
  const { t } = useTranslation('imports');
  const { parameters } = usePageLocation();
  const query = useDraft(parameters['draft'] ?? '');
  if (statusOf(query.error) === 404) {
    return (
      <EmptyState
        level={1}
        drawing="search"
        title={t('draft.gone')}
        text={t('draft.goneText')}
        action={
          <AppLink href="/admin/imports" className={buttonClass({ variant: 'primary' })}>
            {t('draft.all')}
          </AppLink>
        }
      />
    );
  }
  return <QueryView query={query}>{(job) => <Wizard key={job.draft.id} job={job} />}</QueryView>;
}
