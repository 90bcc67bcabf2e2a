import { use, useEffect, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { appConfig } from './api';
import type { AppConfig } from './config';

let asked: Promise<AppConfig | null> | undefined;

/** The configuration, or null when the server cannot be reached; one promise, as React's `use` wants. */
function known(): Promise<AppConfig | null> {
  asked ??= appConfig().catch(() => null);
  return asked;
}

/** The college's name in the page's language. While the server cannot be reached it is "the college". */
export function useCollege(): string {
  const { t, locale } = useTranslation('shared');
  const [, again] = useState(0);
  const config = use(known());
  useEffect(() => {
    if (config !== null) {
      return undefined;
    }
    const retry = (): void => {
      asked = undefined;
      again((count) => count + 1);
    };
    globalThis.addEventListener('online', retry);
    return () => globalThis.removeEventListener('online', retry);
  }, [config]);
  return config?.college[locale] ?? t('ui.college');
}
