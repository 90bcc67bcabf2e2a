import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { SuccessIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import type { Finding } from './queries';
import { StateMark, type Mark } from './state-mark';
import styles from './system.module.css';

const marks = { ok: 'good', note: 'note', problem: 'bad' } as const satisfies Record<Finding['state'], Mark>;

function Findings({ list }: { list: readonly Finding[] }) {
  const { t } = useTranslation('system');
  return (
    <ul className={styles['rows']}>
      {list.map(({ kind, state, text }) => (
        <li key={kind} className={styles['finding']}>
          <StateMark mark={marks[state]}>{t(`state.${state}`)}</StateMark>
          <b>{t(`check.${kind}`)}</b>
          <span className={classNames('text-2', styles['text'])}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The results of the checks: problems with what to do first, the rest collapsed below. */
export function FindingsCard({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation('system');
  const open = findings.filter(({ state }) => state !== 'ok');
  const well = findings.filter(({ state }) => state === 'ok');
  return (
    <Card title={t('checks.title')}>
      {open.length === 0 ? (
        <Row as="p" gap={3} className={classNames('text-1 size-16', styles['calm'])}>
          <SuccessIcon />
          {t('checks.calm')}
        </Row>
      ) : (
        <Findings list={open} />
      )}
      {well.length > 0 && (
        <details className={styles['well']}>
          <summary>{t('checks.well', { count: well.length })}</summary>
          <Findings list={well} />
        </details>
      )}
    </Card>
  );
}
