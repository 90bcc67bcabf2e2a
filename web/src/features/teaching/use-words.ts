import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { timeRange, useDates } from '@/shared/time/use-dates';
import type { Place, Timetable } from '@/shared/timetable/model';
import type { ChangeRequest } from './queries';

type Hours = Pick<Place, 'firstPeriod' | 'lastPeriod'>;

/** How things on the teaching pages are worded. */
export interface Words {
  /** 'Thu, Nov 19 · periods 5–6, 14:00 – 15:40'. */
  when: (place: Place) => string;
  room: (place: Place) => string;
  /** 'Move to Thu, Nov 19, periods 5–6'. */
  asked: (request: Pick<ChangeRequest, 'action' | 'day' | 'firstPeriod' | 'lastPeriod'>) => string;
}

const joined = (words: readonly string[], by: string): string => words.filter(Boolean).join(by);

/** Words things for a timetable; without one, rooms have no names. */
export function useWords(timetable: Timetable | undefined): Words {
  const { t, locale } = useTranslation('teaching');
  const dates = useDates();
  const periods = ({ firstPeriod: first, lastPeriod: last }: Hours): string =>
    first === 0 ? '' : first === last ? t('period', { first }) : t('periods', { first, last });
  return {
    when: (place) => {
      const { starts, ends } = place;
      const clock = starts === '' ? '' : timeRange(starts, ends);
      return joined([dates.short(place.day), joined([periods(place), clock], t('comma'))], ' · ');
    },
    room: ({ room }) => (room === '' ? t('online') : nameIn(locale, timetable?.rooms.get(room)) || room),
    asked: (request) =>
      request.action === 'move'
        ? t('asked.move', {
            to: joined([request.day === '' ? '' : dates.short(request.day), periods(request)], t('comma')),
          })
        : t(`asked.${request.action}`),
  };
}
