import { useTranslation } from '@/shared/i18n/use-translation';
import { Chip } from '@/shared/ui/badge';
import type { FreeRoom } from './queries';

/** 'Free until 15:40', 'free from 11:40' or busy, in words and a colour. */
export function FreeMark({ room }: { room: FreeRoom }) {
  const { t } = useTranslation('rooms');
  const { free, from, until } = room;
  if (free) {
    return <Chip tone="success">{until === undefined ? t('freeAllDay') : t('freeUntil', { until })}</Chip>;
  }
  return <Chip>{from === undefined ? t('taken') : t('freeFrom', { from })}</Chip>;
}
