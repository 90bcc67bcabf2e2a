import { storageKeys } from '@/shared/store/keys';
import { createPersisted } from '@/shared/store/value';

/** A viewer's choices, which apply to every lesson on this device. */
export interface Preferences {
  /** 0.5–3. */
  speed: number;
  /** 0–1. */
  volume: number;
  muted: boolean;
  /** The language of the captions; empty when off, null before the first choice. */
  captions: string | null;
  /** Whether the player has the page's full width. */
  theatre: boolean;
  autoNext: boolean;
  /** Whether single keys control the player. */
  keys: boolean;
}

const first: Preferences = {
  speed: 1,
  volume: 1,
  muted: false,
  captions: null,
  theatre: false,
  autoNext: true,
  keys: true,
};

const within = (value: unknown, low: number, high: number, otherwise: number): number =>
  typeof value === 'number' && value >= low && value <= high ? value : otherwise;

const bool = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise);

function parse(text: string | null): Preferences {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof Preferences, unknown>>;
    return {
      speed: within(stored.speed, 0.5, 3, first.speed),
      volume: within(stored.volume, 0, 1, first.volume),
      muted: bool(stored.muted, first.muted),
      captions: typeof stored.captions === 'string' ? stored.captions : null,
      theatre: bool(stored.theatre, first.theatre),
      autoNext: bool(stored.autoNext, first.autoNext),
      keys: bool(stored.keys, first.keys),
    };
  } catch {
    return first;
  }
}

export const preferences = createPersisted<Preferences>(storageKeys.player, {
  parse,
  format: JSON.stringify,
});

export function prefer(change: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...change });
}
