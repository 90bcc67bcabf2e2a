import { useDates } from '@/shared/time/use-dates';
import { useZone } from '@/shared/time/use-moment';
import { isDate } from '@/shared/time/civil';
import { civilAt } from '@/shared/time/zone';

/** Writes a day or an instant of the server as a date of the college; a text that is none stands as it is. */
export function useDay(): (text: string) => string {
  const dates = useDates();
  const zone = useZone();
  return (text) => {
    const [day = ''] = text.split(' '); // '2025-09-01' and '2025-09-01 08:00:00' are the college's own
    if (isDate(day)) {
      return dates.full(day);
    }
    const instant = Date.parse(text);
    return Number.isNaN(instant) ? text : dates.full(civilAt(instant, zone).date);
  };
}
