import { onSessionEnd } from '@/shared/api/events';
import { createValue, type Value } from '@/shared/store/value';
import type { Hit } from './hits';

const maxShown = 5;

/** Results opened lately, newest first. Only in memory, since they contain names. */
export const recentHits: Value<readonly Hit[]> = createValue<readonly Hit[]>([]);

onSessionEnd(() => recentHits.set([]));

export function noteHit(hit: Hit): void {
  const others = recentHits.get().filter(({ href }) => href !== hit.href);
  recentHits.set([hit, ...others].slice(0, maxShown));
}
