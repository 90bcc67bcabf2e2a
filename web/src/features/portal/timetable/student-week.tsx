import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { IconButton } from '@/shared/ui/button';
import { ChevronLeftIcon, ChevronRightIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { EmptyState } from '@/shared/ui/state';
import { useWide } from '@/shared/ui/wide';
import { agendaOf, worthListing } from './agenda';
import { AgendaList } from './agenda-list';
import { ClassPanel } from './class-panel';
import type { Timetable } from '@/shared/timetable/model';
import { nextClass } from './next';
import { timetableQueries } from './queries';
import { readTimetable } from '@/shared/timetable/read';
import styles from './student-week.module.css';
import { useLabels } from './use-labels';
import type { WireTable } from '@/shared/timetable/wire';
import type { WatchedMap } from './watched';
import { WeekGrid } from './week-grid';
import { datesOf, weekOf } from '@/shared/timetable/weeks';

/** A student's viewing is shown by course, not by class. */
const nothingWatched: WatchedMap = new Map();

interface WeekProps {
  timetable: Timetable;
  /** Undefined for the current week. */
  chosen: number | undefined;
  onWeek: (week: number) => void;
}

function Turn({ timetable, week, onWeek }: Omit<WeekProps, 'chosen'> & { week: number }) {
  const { t } = useTranslation('timetable');
  const dates = useDates();
  const days = datesOf(timetable.term, week);
  return (
    <Row gap={2} className={styles['turn']}>
      <IconButton
        icon={ChevronLeftIcon}
        size="s"
        label={t('previousWeek')}
        disabled={week <= 1}
        onClick={() => onWeek(week - 1)}
      />
      <h2>
        <b>{t('week', { week })}</b> {dates.range(days[0] ?? '', days[6] ?? '')}
      </h2>
      <IconButton
        icon={ChevronRightIcon}
        size="s"
        label={t('nextWeek')}
        disabled={week >= timetable.term.weeks}
        onClick={() => onWeek(week + 1)}
      />
    </Row>
  );
}

function Week({ timetable, chosen, onWeek }: WeekProps) {
  const { t } = useTranslation('timetable');
  const wide = useWide();
  const instant = useNow();
  const now = civilAt(instant, timetable.zone);
  const labels = useLabels(timetable, nothingWatched);
  const [opened, setOpened] = useState<string>();
  const week = chosen ?? weekOf(timetable.term, now.date);
  const days = agendaOf(timetable, datesOf(timetable.term, week)).filter(worthListing);
  const open = timetable.classes.find(({ id }) => id === opened);
  const turn = (by: number): void => onWeek(Math.min(Math.max(week + by, 1), timetable.term.weeks));
  return (
    <>
      <Turn {...{ timetable, week, onWeek }} />
      {days.length === 0 ? (
        <EmptyState small level={3} title={t('empty.week')} />
      ) : wide ? (
        <WeekGrid
          {...{ timetable, week, now, labels }}
          next={nextClass(timetable, instant)?.item.id}
          onOpen={setOpened}
          onTurn={turn}
        />
      ) : (
        <AgendaList {...{ timetable, now, labels, days }} onOpen={setOpened} />
      )}
      {open && <ClassPanel readOnly {...{ timetable, now, labels }} item={open} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The weeks of a room or a teacher. */
export function TableWeek({
  table,
  week,
  onWeek,
}: {
  table: WireTable;
  week: number | undefined;
  onWeek: (week: number) => void;
}) {
  const timetable = useMemo(() => readTimetable(table), [table]);
  return <Week timetable={timetable} chosen={week} onWeek={onWeek} />;
}

/** A student's week for staff, exactly as the student sees it, but read-only. */
export function StudentWeek({ student }: { student: string }) {
  const { t } = useTranslation('timetable');
  const query = useQuery(timetableQueries.ofStudent(student));
  const [week, setWeek] = useState<number>();
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton height={320} />}
      isEmpty={({ groups, classes }) => groups.size === 0 || classes.length === 0}
      empty={<EmptyState small level={3} title={t('empty.notPublished')} />}
    >
      {(timetable) => <Week timetable={timetable} chosen={week} onWeek={setWeek} />}
    </QueryView>
  );
}
