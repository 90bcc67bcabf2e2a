import { storageKeys } from '@/shared/store/keys';
import { createPersisted, textCodec, useValue } from '@/shared/store/value';
import type { Waiting } from './queries';

/** A day, then the kinds put off on that day: '2026-11-12 accounts.never jobs.dead'. */
const stored = createPersisted(storageKeys.putOff, textCodec);

function kindsOf(text: string | null, today: string): readonly string[] {
  const [day, ...kinds] = (text ?? '').split(' ');
  return day === today ? kinds : [];
}

/** What was put off on this device today. It is back tomorrow. */
export function usePutOff(today: string): {
  isPutOff: (waiting: Waiting) => boolean;
  putOff: (waiting: Waiting) => void;
  takeBack: () => void;
} {
  const kinds = kindsOf(useValue(stored), today);
  return {
    isPutOff: ({ kind }) => kinds.includes(kind),
    putOff: ({ kind }) => stored.set([today, ...kinds, kind].join(' ')),
    takeBack: () => stored.set(null),
  };
}
