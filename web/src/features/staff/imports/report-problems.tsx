import { api } from '@/shared/api/api';
import { refresh, sharedKeys, useChange } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import styles from './report.module.css';
import { importQueries, type Report } from './queries';

type Problem = Report['problems'][number];

/** Groups problems with the same text, so that it is shown once with all its lines. */
function byText(problems: readonly Problem[]): [text: string, problems: Problem[]][] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    groups.set(problem.text, [...(groups.get(problem.text) ?? []), problem]);
  }
  return [...groups];
}

/** Marks the rows with errors as resolved or unresolved. */
function useResolve(id: string) {
  const { t } = useTranslation('imports');
  const send = async (resolved: boolean): Promise<void> => {
    await api.put('/api/admin/imports/{import}/resolved', { path: { import: id }, body: { resolved } });
    await refresh(importQueries.all(), sharedKeys.desk);
  };
  return useChange(send, [], {
    onSuccess: (_, resolved) => resolved && notifyUndo(t('report.resolved'), () => send(false)),
  });
}

/** Whether rows with errors are still unresolved, and the button that resolves them. */
function Waiting({ report }: { report: Report }) {
  const { t } = useTranslation('imports');
  const moment = useMoment();
  const resolve = useResolve(report.id);
  const { open, resolvedAt, resolvedBy } = report;
  return (
    <div className={styles['waiting']}>
      <p>
        {open > 0
          ? t('report.open', { count: open })
          : resolvedAt === null
            ? t('report.allIn')
            : t('report.resolvedBy', { name: resolvedBy ?? '', time: moment(resolvedAt) })}
      </p>
      {(open > 0 || resolvedAt !== null) && (
        <Button loading={resolve.isPending} onClick={() => resolve.mutate(open > 0)}>
          {open > 0 ? t('report.resolve') : t('report.reopen')}
        </Button>
      )}
    </div>
  );
}

/** The rows with errors, grouped by reason. */
export function ReportProblems({ report }: { report: Report }) {
  const { t } = useTranslation('imports');
  return (
    report.problems.length > 0 && (
      <Card title={t('report.problems')}>
        {report.undoneAt === null && <Waiting report={report} />}
        <ul className={styles['problems']}>
          {byText(report.problems).map(([text, problems]) => (
            <li key={text}>
              <p>
                {text} <span className="text-2 size-13">{t('report.rows', { count: problems.length })}</span>
              </p>
              <ul className={styles['values']}>
                {problems.map(({ line, place, column, value }) => (
                  <li key={`${line} ${column}`}>{t('report.at', { line: place, column, value })}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {report.more > 0 && <p className="text-2 size-13">{t('report.more', { count: report.more })}</p>}
      </Card>
    )
  );
}
