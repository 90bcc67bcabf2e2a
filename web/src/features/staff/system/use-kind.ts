import { useCallback } from 'react';
import type { Key } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';

/** Describes a kind of job; one without a translation is shown by its name. */
export function useKind(): (kind: string) => string {
  const { t } = useTranslation('system');
  return useCallback(
    (kind) => {
      const key = `job.${kind.replace('.', '-')}`;
      const text = t(key as Key<'system'>); // a missing key is returned as is
      return text === key ? kind : text;
    },
    [t],
  );
}
