import type { Locale } from '@/shared/i18n/locale';

/** What the server lets the browser know at run time (/app-config.json). */
export interface AppConfig {
  college: Record<Locale, string>;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Signs requests as the contract wants. It is public, so the server relies on it for nothing. */
  signSecret: string;
  /** The college's; another server of the contract may not say. */
  timeZone?: string;
  /** What students log in with first; another server of the contract may not say. */
  firstPassword?: 'last-six' | 'code';
  /** The college's own help page; empty or absent: none. */
  helpUrl?: string;
  /** Whether the pages of the design template stand in the menu; another server of the contract may not say. */
  templateMenu?: boolean;
  features: Record<string, unknown>;
}

/** Fetches once and shares the promise; after a failure the next caller tries again. */
export function createConfig(
  fetchJson: () => Promise<{ config: AppConfig; date: string | null }>,
  learn: (date: string | null) => void,
): () => Promise<AppConfig> {
  let known: Promise<AppConfig> | undefined;
  return () => {
    known ??= fetchJson().then(
      ({ config, date }) => {
        learn(date); // the clock is right before the first signed request
        return config;
      },
      (error: unknown) => {
        known = undefined;
        throw error;
      },
    );
    return known;
  };
}
