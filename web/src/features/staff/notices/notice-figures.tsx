import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Card } from '@/shared/ui/card';
import { LineChart } from '@/shared/ui/chart';
import { classNames } from '@/shared/ui/class-names';
import { Descriptions, type Fact } from '@/shared/ui/descriptions';
import { Row, Stack } from '@/shared/ui/layout';
import { ProgressBar } from '@/shared/ui/progress';
import styles from './notices.module.css';
import type { Reach } from './queries';
import { useWords } from './use-words';

function Figure({ label, n, m, note }: { label: string; n: number; m: number; note?: string }) {
  const { t } = useTranslation('notices');
  return (
    <div className={styles['figure']}>
      <Row as="p" gap={2} align="baseline" className={styles['number']}>
        <strong>{n}</strong> {t('figures.of', { m: String(m) })}
        <span className={styles['what']}>{label}</span>
      </Row>
      <ProgressBar percent={m === 0 ? 0 : (100 * n) / m} label={label} />
      {note !== undefined && <p className={classNames('text-3', styles['note'])}>{note}</p>}
    </div>
  );
}

interface OverTimeProps {
  title: string;
  progress: Reach['progress'];
  of: 'readers' | 'acknowledged';
  /** All recipients, so that a part of them doesn't look like everyone. */
  max: number;
}

/** A curve of a number over time; omitted if it is flat or has only two points. */
function OverTime({ title, progress, of, max }: OverTimeProps) {
  const { t } = useTranslation('notices');
  const moment = useMoment();
  if (progress.length < 3 || (progress.at(-1)?.[of] ?? 0) === 0) {
    return null;
  }
  return (
    <div className={styles['chart']}>
      <p className={classNames('text-3', styles['note'])}>{title}</p>
      <LineChart
        title={title}
        max={max}
        columns={[t('figures.time'), t('figures.students')]}
        data={progress.map((point) => ({ label: moment(Date.parse(point.at)), value: point[of] }))}
      />
    </div>
  );
}

/** How many people have read and acknowledged the notice, over time. */
function Numbers({ reach }: { reach: Reach }) {
  const { t } = useTranslation('notices');
  const moment = useMoment();
  const { message, students, readers, acknowledged, late, progress } = reach;
  return (
    <Card title={t('figures.title')}>
      {message.state === 'scheduled' ? (
        <p>{t('figures.later', { count: students, when: moment(Date.parse(message.sent)) })}</p>
      ) : (
        <>
          <Figure label={t('figures.read')} n={readers} m={students} />
          {message.acknowledge && (
            <Figure
              label={t('figures.received')}
              n={acknowledged}
              m={students}
              {...(late > 0 && { note: t('figures.late', { count: late }) })}
            />
          )}
          <OverTime title={t('figures.readOver')} progress={progress} of="readers" max={students} />
          {message.acknowledge && (
            <OverTime title={t('figures.receivedOver')} progress={progress} of="acknowledged" max={students} />
          )}
        </>
      )}
    </Card>
  );
}

/** The numbers of a notice, its sender, recipients and times. */
export function NoticeFigures({ reach }: { reach: Reach }) {
  const { t } = useTranslation('notices');
  const words = useWords();
  const moment = useMoment();
  const { message, overdue, reminded } = reach;
  const at = (text: string): string => (text === '' ? '' : moment(Date.parse(text)));
  const facts: Fact[] = [
    { label: t('list.to'), value: words.audience(message) },
    { label: t('compose.kind'), value: t(`kind.${message.type}`) },
    { label: message.state === 'scheduled' ? t('facts.sendsAt') : t('list.sent'), value: at(message.sent) },
    ...(message.senderName === '' ? [] : [{ label: t('list.sender'), value: message.senderName }]),
    ...(message.acknowledge
      ? [
          {
            label: t('list.deadline'),
            value:
              message.deadline === ''
                ? t('facts.noDeadline')
                : overdue
                  ? t('facts.over', { when: at(message.deadline) })
                  : at(message.deadline),
          },
        ]
      : []),
    ...(reminded.length > 0 ? [{ label: t('facts.reminded'), value: reminded.map(at).join(t('facts.and')) }] : []),
    ...(message.withdrawn === '' ? [] : [{ label: t('facts.withdrawn'), value: at(message.withdrawn) }]),
  ];
  return (
    <Stack gap={4} shrink>
      <Numbers reach={reach} />
      <Card title={t('facts.title')}>
        <Descriptions facts={facts} />
      </Card>
    </Stack>
  );
}
