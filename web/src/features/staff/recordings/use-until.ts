import { useTranslation } from '@/shared/i18n/use-translation';
import { addDays } from '@/shared/time/civil';
import { useMoment, useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt } from '@/shared/time/zone';

/** 'today 16:20' or 'tomorrow 16:20', on the college's clock. */
export function useUntil(): (instant: string) => string {
  const { t } = useTranslation('recordings');
  const zone = useZone();
  const moment = useMoment();
  const today = civilAt(useNow(), zone).date;
  return (instant) => {
    const { date, time } = civilAt(Date.parse(instant), zone);
    switch (date) {
      case today:
        return t('until.today', { time });
      case addDays(today, 1):
        return t('until.tomorrow', { time });
      default:
        return moment(Date.parse(instant));
    }
  };
}
