import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation, useFormats } from '@/shared/i18n/use-translation';
import { daysBetween, type CivilDate } from '@/shared/time/civil';
import { useDates } from '@/shared/time/use-dates';
import { isElsewhere } from '@/shared/time/zone';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { CalendarIcon, GlobeIcon, WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { Skeleton, SkeletonGroup } from '@/shared/ui/skeleton';
import { EmptyState } from '@/shared/ui/state';
import { storedTimetable } from './stored-timetable';
import type { Term, Timetable } from '@/shared/timetable/model';
import styles from './timetable-page.module.css';
import { currentTerm, lastDay, phaseOf } from '@/shared/timetable/weeks';

/** The data shown isn't the latest; it can be fetched again. */
export interface Stale {
  loading: boolean;
  onRetry: () => void;
}

/** How old the data is, when the server can't be reached. */
function StaleNotice({
  at,
  now,
  zone,
  loading,
  onRetry,
}: Stale & {
  at: number;
  now: number;
  zone: string;
}) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const formats = useFormats();
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  const age =
    minutes < 60
      ? formats.relative(-minutes, 'minute')
      : minutes < 60 * 24
        ? formats.relative(-Math.round(minutes / 60), 'hour')
        : formats.relative(-Math.round(minutes / 60 / 24), 'day');
  return (
    <Notice
      tone="warning"
      icon={WarningIcon}
      role="status"
      action={
        <Button size="s" variant="text" loading={loading} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('stale', { time: dates.instant(at, zone), age })}
    </Notice>
  );
}

/** Names the college's time zone to readers in another one. */
function ZoneNotice({ zone }: { zone: string }) {
  const { t } = useTranslation('timetable');
  return <Notice icon={GlobeIcon}>{t('zone', { zone: zone.replaceAll('_', ' ') })}</Notice>;
}

/** Says that the term hasn't started or is over. */
function PhaseNotice({
  timetable,
  today,
  current,
  onTerm,
}: {
  timetable: Timetable;
  today: CivilDate;
  current: Term | undefined;
  onTerm: (id: string) => void;
}) {
  const { t, locale } = useTranslation('timetable');
  const dates = useDates();
  const { term } = timetable;
  const phase = phaseOf(term, today);
  if (phase === 'during') {
    return null;
  }
  const name = nameIn(locale, term);
  return (
    <Notice
      tone="accent"
      icon={CalendarIcon}
      action={
        current !== undefined &&
        current.id !== term.id && (
          <Button size="s" variant="text" onClick={() => onTerm(current.id)}>
            {t('phase.goTo', { term: nameIn(locale, current) })}
          </Button>
        )
      }
    >
      {phase === 'before'
        ? t('phase.before', {
            term: name,
            date: dates.long(term.firstMonday),
            count: daysBetween(today, term.firstMonday),
          })
        : t('phase.after', { term: name, date: dates.full(lastDay(term)) })}
    </Notice>
  );
}

/** Notices above the timetable: age of the data, time zone, and whether the term has started. */
export function Notices({
  timetable,
  stale,
  instant,
  today,
  shown,
  terms,
  onTerm,
}: {
  timetable: Timetable;
  stale: Stale | undefined;
  instant: number;
  today: CivilDate;
  /** The dates whose times are on the page. */
  shown: readonly CivilDate[];
  terms: readonly Term[];
  onTerm: (id: string) => void;
}) {
  const { zone } = timetable;
  return (
    <>
      {stale !== undefined && (
        // Both the stored answer's time and the present are by the server's clock.
        <StaleNotice at={storedTimetable(timetable.term.id)?.at ?? instant} now={instant} zone={zone} {...stale} />
      )}
      {isElsewhere(shown, zone) && <ZoneNotice zone={zone} />}
      <PhaseNotice {...{ timetable, today, onTerm }} current={currentTerm(terms, today)} />
    </>
  );
}

/** The view has no classes; the text depends on why. */
export function NothingOn({
  kind,
  holiday,
  action,
}: {
  kind: 'week' | 'day' | 'today' | 'holiday' | 'notEnrolled' | 'notPublished' | 'noStudent' | 'noTeaching';
  holiday?: string | undefined;
  action?: ReactNode;
}) {
  const { t } = useTranslation('timetable');
  return (
    <Card>
      <EmptyState
        drawing={kind === 'holiday' || kind === 'today' ? 'done' : 'calendar'}
        title={kind === 'holiday' ? t('empty.holiday', { name: holiday ?? '' }) : t(`empty.${kind}`)}
        text={kind === 'week' ? undefined : t(`empty.${kind}Text`)}
        action={action}
      />
    </Card>
  );
}

/** Placeholders of the right size, so that nothing jumps. */
export function Waiting({ wide }: { wide: boolean }) {
  return (
    <SkeletonGroup>
      <div className={styles['waiting']}>
        <Skeleton width={220} height={36} />
        <Skeleton height={wide ? 76 : 112} radius={12} />
        {wide ? (
          <Skeleton height={640} radius={12} />
        ) : (
          [1, 2, 3].map((line) => <Skeleton key={line} height={88} radius={8} />)
        )}
      </div>
    </SkeletonGroup>
  );
}
