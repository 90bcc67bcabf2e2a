import type { Locale } from '@/shared/i18n/locale';

/** The server's public settings (/app-config.json). */
export interface AppConfig {
  college: Record<Locale, string>;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Signs requests as the contract requires. It is public, so the server doesn't rely on it. */
  signSecret: string;
  /** The college's; other servers that implement the contract may omit it. */
  timeZone?: string;
  /** What students first log in with; other servers that implement the contract may omit it. */
  firstPassword?: 'last-six' | 'code';
  /** The college's help page; absent or empty if there is none. */
  helpUrl?: string;
  /** Whether the menu lists the design template's pages; other servers that implement the contract may omit it. */
  templateMenu?: boolean;
  features: Record<string, unknown>;
}

/** Fetches once and shares the promise; after a failure the next caller tries again. */
export function createConfig(
  fetchJson: () => Promise<{ config: AppConfig; date: string | null }>,
  adjustClock: (date: string | null) => void,
): () => Promise<AppConfig> {
  let known: Promise<AppConfig> | undefined;
  return () => {
    known ??= fetchJson().then(
      ({ config, date }) => {
        adjustClock(date); // sets the clock before the first signed request
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
