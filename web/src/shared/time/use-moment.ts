import { useCallback } from 'react';
import { college } from '@/shared/api/college';
import { dateFormat } from '@/shared/i18n/intl';
import { useValue } from '@/shared/store/value';
import { useDates } from './use-dates';
import { useNow } from './use-now';
import { civilAt, knownZone } from './zone';

/** The college's time zone; this device's until known. */
export function useZone(): string {
  const said = useValue(college)?.timeZone;
  return said === undefined ? dateFormat('en-US').resolvedOptions().timeZone : knownZone(said);
}

/** '10:42', or 'Nov 12, 10:42' if not today: on the college's clock, with 24 hours like the timetable. */
export function useMoment(): (instant: number) => string {
  const dates = useDates();
  const zone = useZone();
  const today = civilAt(useNow(), zone).date;
  return useCallback(
    (instant) => {
      const { date, time } = civilAt(instant, zone);
      return date === today ? time : dates.instant(instant, zone);
    },
    [dates, zone, today],
  );
}
