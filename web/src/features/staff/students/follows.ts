import type { Translate } from '@/shared/i18n/catalogue';
import type { RecordTexts } from './fields';
import { statuses } from './filter';

/** Describes what else happens when a record is changed. */
export function follows(changes: Partial<RecordTexts>, t: Translate<'students'>): string[] {
  const status = statuses.find((one) => one === changes.enrolmentStatus);
  return [
    changes.phone !== undefined && t(changes.phone === '' ? 'follows.noPhone' : 'follows.phone'),
    changes.class !== undefined && t('follows.class'),
    status !== undefined && t(`follows.${status}`),
  ].filter((text) => text !== false);
}
