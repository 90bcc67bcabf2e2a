import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { QueryView } from '@/shared/ui/query-view';
import { studentsQueries, type Touch } from './queries';
import styles from './student-page.module.css';
import { useCan } from './use-can';

/** Describes what an import wrote about a student: each kind once, with its lines. */
function useSteps(): (steps: Touch['steps']) => string {
  const { t } = useTranslation('students');
  return (steps) =>
    (['student', 'account', 'enrolment'] as const)
      .map((thing) => steps.filter((step) => step.thing === thing))
      .filter((same) => same.length > 0)
      .map((same) =>
        t(`imports.${same[0]?.thing ?? 'student'}`, {
          how: t(same.some(({ created }) => created) ? 'imports.created' : 'imports.changed'),
          lines: same.map(({ place }) => place).join(t('list.comma')),
        }),
      )
      .join(t('imports.and'));
}

/** The imports that changed something about a student. */
export function ImportsCard({ student }: { student: string }) {
  const { t } = useTranslation('students');
  const moment = useMoment();
  const stepsOf = useSteps();
  const { change } = useCan();
  const query = useQuery(studentsQueries.imports(student));
  return (
    <Card title={t('imports.title')}>
      <QueryView query={query} empty={<p className={classNames('text-3', styles['quiet'])}>{t('imports.none')}</p>}>
        {(imports) => (
          <ul className={styles['lines']}>
            {imports.map(({ id, file, at, accountName, steps }) => (
              <li key={id} className={styles['import']}>
                <p className={classNames('text-1 medium', styles['strong'])}>
                  {change ? <AppLink href={`/admin/imports/${encodeURIComponent(id)}`}>{file}</AppLink> : file}
                </p>
                <p className={classNames('text-3', styles['quiet'])}>
                  {moment(at)} · {accountName === '' ? t('imports.commandLine') : accountName}
                </p>
                <p>{stepsOf(steps)}</p>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
