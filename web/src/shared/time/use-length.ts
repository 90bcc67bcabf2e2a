import { useCallback } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { hoursAndMinutes } from './length';

/** Formats a length in seconds as '1 h 12 min'. */
export function useLength(): (seconds: number) => string {
  const { t } = useTranslation('shared');
  return useCallback(
    (seconds) => {
      const { hours, minutes } = hoursAndMinutes(seconds);
      if (hours === 0) {
        return t('length.minutes', { minutes });
      }
      return minutes === 0 ? t('length.hours', { hours }) : t('length.both', { hours, minutes });
    },
    [t],
  );
}
