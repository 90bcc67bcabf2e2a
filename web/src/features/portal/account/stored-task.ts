import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted, textCodec } from '@/shared/store/value';

const stored = createPersisted(storageKeys.task, textCodec);

/** The task of the logged-in account as last answered, so that the page does not jump when the answer comes. */
export function storedTask<Task extends string>(tasks: readonly Task[]): Task | null {
  const who = identity.get();
  return tasks.find((task) => who !== null && stored.get() === `${task} ${who}`) ?? null;
}

const away = createPersisted(storageKeys.taskAway, textCodec);

const dayOf = (now: Date): string => now.toLocaleDateString('en-CA');

/** Whether the reminder was put away on this device today. */
export function isPutAway(): boolean {
  return away.get() === dayOf(new Date());
}

/** Puts the reminder away until tomorrow. The todo stays. */
export function putAway(): void {
  away.set(dayOf(new Date()));
}

/** Stores the task for the next visit. */
export function storeTask(task: string | null): void {
  stored.set(task === null ? null : `${task} ${identity.get() ?? ''}`);
}
