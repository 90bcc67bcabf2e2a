import { useDates } from '@/shared/time/use-dates';
import { useZone } from '@/shared/time/use-moment';
import { isDate } from '@/shared/time/civil';
import { civilAt } from '@/shared/time/zone';

/** Formats one of the server's days or instants as a date at the college; any other text is returned unchanged. */
export function useDay(): (text: string) => string {
  const dates = useDates();
  const zone = useZone();
  return (text) => {
    const [day = ''] = text.split(' '); // '2025-09-01' and '2025-09-01 08:00:00' are already in the college's time zone
    if (isDate(day)) {
      return dates.full(day);
    }
    const instant = Date.parse(text);
    return Number.isNaN(instant) ? text : dates.full(civilAt(instant, zone).date);
  };
}
