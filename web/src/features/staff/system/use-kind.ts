import { useCallback } from 'react';
import type { Key } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';

/** What a kind of job does, in words; one without words is shown by its name. */
export function useKind(): (kind: string) => string {
  const { t } = useTranslation('system');
  return useCallback(
    (kind) => {
      const key = `job.${kind.replace('.', '-')}`;
      const text = t(key as Key<'system'>); // a key without a text comes back as it is
      return text === key ? kind : text;
    },
    [t],
  );
}
