import { useQuery } from '@tanstack/react-query';
import { statusOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { useMoment } from '@/shared/time/use-moment';
import { AppLink } from '@/shared/ui/app-link';
import { Chip } from '@/shared/ui/badge';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { ReplayIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import styles from './report.module.css';
import { importQueries, type Report } from './queries';
import { ReportChanges, ReportCounts } from './report-counts';
import { ReportProblems } from './report-problems';
import { PeopleList } from './people-list';
import { UndoPanel } from './undo-panel';

/** Who imported it, when, and whether it was undone. */
function Facts({ report }: { report: Report }) {
  const { t } = useTranslation('imports');
  const moment = useMoment();
  const { source, accountName, at, undoneAt, undoneBy } = report;
  return (
    <p className="text-2 size-13">
      {source === 'command'
        ? t('report.byCommand', { time: moment(at) })
        : t('report.by', { name: accountName, time: moment(at) })}
      {undoneAt !== null && ` · ${t('report.undoneBy', { name: undoneBy ?? '', time: moment(undoneAt) })}`}
    </p>
  );
}

function Import({ report }: { report: Report }) {
  const { t } = useTranslation('imports');
  const [undo, setUndo] = useQueryParam('undo');
  const undone = report.undoneAt !== null;
  const asked = (undo !== undefined || report.undo.state === 'undoing') && !undone;
  return (
    <Page
      title={report.file}
      aside={
        <>
          <Chip>{t(`kind.${report.kind}`)}</Chip>
          {undone && <Chip tone="warning">{t('history.undone')}</Chip>}
        </>
      }
      actions={
        !undone &&
        !asked && (
          <Button icon={ReplayIcon} onClick={() => setUndo('1')}>
            {t('undo.open')}
          </Button>
        )
      }
    >
      <div className={styles['columns']}>
        <Stack gap={4} shrink>
          <Card title={t('report.title')}>
            <Facts report={report} />
            <ReportCounts item={report} />
            <ReportChanges fields={report.fields} />
            <PeopleList told={report.told} />
            {report.notes.map((note) => (
              <p key={note} className="text-2 size-13">
                {note}
              </p>
            ))}
          </Card>
          <ReportProblems report={report} />
        </Stack>
        <UndoPanel report={report} open={asked} onClose={() => setUndo(undefined)} />
      </div>
    </Page>
  );
}

/** What an import did, and how to undo it. */
export function ImportPage() {
  const { t } = useTranslation('imports');
  const { parameters } = usePageLocation();
  const query = useQuery(importQueries.report(parameters['import'] ?? ''));
  if (statusOf(query.error) === 404) {
    return (
      <EmptyState
        level={1}
        drawing="search"
        title={t('report.gone')}
        action={
          <AppLink href="/admin/imports" className={buttonClass({ variant: 'primary' })}>
            {t('draft.all')}
          </AppLink>
        }
      />
    );
  }
  return <QueryView query={query}>{(report) => <Import key={report.id} report={report} />}</QueryView>;
}
