import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import type { CivilMoment } from '@/shared/time/zone';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Row } from '@/shared/ui/layout';
import { liveState } from './class-card';
import { liveHref } from './links';
import styles from './next-card.module.css';
import type { Class } from '@/shared/timetable/model';
import type { Next } from './next';
import type { Labels } from './use-labels';

interface Props {
  next: Next;
  /** A cancelled class before it: anyone who remembers it must not go there. */
  cancelled: Class | undefined;
  now: CivilMoment;
  labels: Labels;
  onOpen: (id: string) => void;
}

/** The time until the class, in everyday words. */
function useCountdown(next: Next, labels: Labels): { lead: string; figure: string } {
  const { t } = useTranslation('timetable');
  const { status, minutes, days, item } = next;
  const exam = item.kind === 'exam';
  const label = t(exam ? 'next.examLabel' : 'next.label');
  switch (status) {
    case 'on':
      return {
        lead: t(exam ? 'next.examOn' : 'next.on'),
        figure: t('next.left', { duration: labels.duration(minutes) }),
      };
    case 'today':
      return { lead: t(exam ? 'next.examIn' : 'next.in'), figure: labels.duration(minutes) };
    case 'tomorrow':
      return { lead: label, figure: t('next.tomorrow', { time: next.item.place.starts }) };
    case 'later':
    default:
      return { lead: label, figure: t('next.days', { count: days }) };
  }
}

/** The next class: when, where, and the one action for it. */
export function NextCard({ next, cancelled, now, labels, onOpen }: Props) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const { item } = next;
  const { lead, figure } = useCountdown(next, labels);
  const live = liveState(item, now);
  const exam = item.kind === 'exam';
  const facts = [
    `${dates.short(item.place.day)} ${labels.when(item.place)}`,
    labels.where(item.place),
    item.seat === undefined ? '' : t('next.seat', { seat: item.seat }),
    labels.whoElse(item, item.place),
  ].filter((fact) => fact !== '');
  return (
    <section
      className={classNames('no-print', styles['card'])}
      aria-label={t(exam ? 'next.examLabel' : 'next.label')}
      data-print="no"
    >
      <p className={styles['count']}>
        <span className={styles['lead']}>{lead}</span>
        <strong className={styles['figure']}>{figure}</strong>
      </p>
      <div className={styles['what']}>
        <p className={styles['course']}>
          {exam ? t('next.exam', { course: labels.course(item) }) : labels.course(item)}
        </p>
        <p className={styles['facts']}>{facts.join(' · ')}</p>
        {cancelled !== undefined && (
          <p className={styles['facts']}>
            {t(cancelled.kind === 'exam' ? 'next.examCancelled' : 'next.cancelled', {
              course: labels.course(cancelled),
              time: `${dates.short(cancelled.place.day)} ${cancelled.place.starts}`,
            })}
          </p>
        )}
      </div>
      <div className={styles['action']}>
        {live === 'later' && (
          <Row as="span" gap={1.5} inline className={styles['live']}>
            <span className={styles['dot']} aria-hidden="true" />
            {t('liveAt', { time: item.place.starts })}
          </Row>
        )}
        {live === 'on' ? (
          <AppLink href={liveHref(item)} className={buttonClass({ variant: 'primary' })}>
            {t('join')}
          </AppLink>
        ) : (
          <Button onClick={() => onOpen(item.id)}>{t('details')}</Button>
        )}
      </div>
    </section>
  );
}
