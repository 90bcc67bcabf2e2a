import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import styles from './report.module.css';
import type { Report } from './queries';

type Problem = Report['problems'][number];

/** Problems that are the same sentence stand together: once, with the lines. */
function byText(problems: readonly Problem[]): [text: string, problems: Problem[]][] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    groups.set(problem.text, [...(groups.get(problem.text) ?? []), problem]);
  }
  return [...groups];
}

/** The rows that were refused, grouped by their reason. */
export function ReportProblems({ report }: { report: Report }): ReactNode {
  const { t } = useTranslation('imports');
  return (
    report.problems.length > 0 && (
      <Card title={t('report.problems')}>
        <ul className={styles['problems']}>
          {byText(report.problems).map(([text, problems]) => (
            <li key={text}>
              <p>
                {text} <span className={styles['quiet']}>{t('report.rows', { count: problems.length })}</span>
              </p>
              <ul className={styles['values']}>
                {problems.map(({ line, column, value }) => (
                  <li key={`${line} ${column}`}>{t('report.at', { line: String(line), column, value })}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {report.more > 0 && <p className={styles['quiet']}>{t('report.more', { count: report.more })}</p>}
      </Card>
    )
  );
}
