import { storageKeys } from '@/shared/store/keys';
import { identity } from '@/shared/store/session';
import { createPersisted, textCodec } from '@/shared/store/value';

const stored = createPersisted(storageKeys.task, textCodec);

/** The account's last known task, so that the page doesn't jump when the answer arrives. */
export function storedTask<Task extends string>(tasks: readonly Task[]): Task | null {
  const who = identity.get();
  return tasks.find((task) => who !== null && stored.get() === `${task} ${who}`) ?? null;
}

const away = createPersisted(storageKeys.taskAway, textCodec);

const dayOf = (now: Date): string => now.toLocaleDateString('en-CA');

/** Whether the reminder was dismissed on this device today. */
export function isReminderDismissed(): boolean {
  return away.get() === dayOf(new Date());
}

/** Dismisses the reminder until tomorrow. The to-do stays. */
export function dismissReminder(): void {
  away.set(dayOf(new Date()));
}

export function storeTask(task: string | null): void {
  stored.set(task === null ? null : `${task} ${identity.get() ?? ''}`);
}
