import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted, textCodec } from '@/shared/store/value';

const stored = createPersisted(storageKeys.duty, textCodec);

/** What whoever is logged in had to do when the server last said so: a page that is shown before it speaks must not jump. */
export function keptDuty<Duty extends string>(duties: readonly Duty[]): Duty | null {
  const who = identity.get();
  return duties.find((duty) => who !== null && stored.get() === `${duty} ${who}`) ?? null;
}

/** Keeps it for the next visit. */
export function keepDuty(duty: string | null): void {
  stored.set(duty === null ? null : `${duty} ${identity.get() ?? ''}`);
}
