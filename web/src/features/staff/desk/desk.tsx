import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { useDates } from '@/shared/time/use-dates';
import { useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { useExtraWide } from '@/shared/ui/wide';
import { Checklist } from './checklist';
import styles from './desk.module.css';
import { usePutOff } from './put-off';
import { deskQueries, type Desk as DeskData } from './queries';
import { BackupCard, QuickActions } from './side-cards';
import { TermChip } from './term-chip';
import { NothingWaitsCard, LaterNote, LeadCard, WaitingCard } from './waiting-list';

/** What needs attention; for a new college the set-up steps come first. */
function Work({ waiting, steps, today }: DeskData & { today: string }) {
  const { isPutOff, putOff, takeBack } = usePutOff(today);
  const [lead, ...more] = waiting.filter((one) => !isPutOff(one));
  const later = waiting.filter(isPutOff).length;
  const complete = steps.every(({ count }) => count > 0);
  return (
    <Stack gap={4} shrink>
      {!complete && <Checklist steps={steps} />}
      {lead !== undefined && <LeadCard waiting={lead} onLater={putOff} />}
      {more.length > 0 && <WaitingCard list={more} onLater={putOff} />}
      {later > 0 && <LaterNote count={later} onBack={takeBack} />}
      {complete && waiting.length === 0 && <NothingWaitsCard />}
    </Stack>
  );
}

interface Props {
  changes: ReactNode;
  health: ReactNode;
  /** The card of free rooms, which callers ask staff about all the time. */
  rooms: ReactNode;
}

/** The page staff start from: what needs attention, and beside it what changed today. */
export function Desk({ changes, health, rooms }: Props) {
  const { scope } = useValue(user);
  const dates = useDates();
  const today = civilAt(useNow(), useZone()).date;
  const desk = useQuery(deskQueries.desk());
  const inBar = useExtraWide();
  return (
    <Page title={dates.long(today)} aside={!inBar && <TermChip />}>
      <div className={styles['columns']}>
        <QueryView query={desk}>{(data) => <Work {...data} today={today} />}</QueryView>
        <Stack gap={4} shrink>
          <QuickActions />
          {rooms}
          {(scope === 'registrar' || scope === 'auditor') && changes}
          {scope === 'registrar' && health}
          {scope === 'registrar' && desk.data !== undefined && <BackupCard backup={desk.data.backup} />}
        </Stack>
      </div>
    </Page>
  );
}
