import { use } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { loadRegions, type Region } from './region';

const loaded = new Map<string, Promise<Region[]>>();

/** The tree of regions in the page's language; suspends until it is loaded. */
export function useRegions(): Region[] {
  const { t, locale } = useTranslation('shared');
  const promise = loaded.get(locale) ?? loadRegions(locale, t('ui.regionOverseas'));
  loaded.set(locale, promise);
  return use(promise);
}
