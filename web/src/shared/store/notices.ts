import { createValue, type Value } from './value';

/** How urgent a notice is. */
export type Level = 'info' | 'success' | 'warning' | 'error' | 'loading';

/** A short text that the shell shows for a while (a toast). */
export interface Notice {
  id: number;
  level: Level;
  text: string;
  /** What can be done about it while it is shown. */
  action?: { label: string; run: () => void };
}

let lastId = 0;

/** The notices on screen, oldest first. */
export const notices: Value<readonly Notice[]> = createValue<readonly Notice[]>([]);

/** Shows a notice and returns its id. The same text is shown once, however many requests failed with it. */
export function notify(level: Level, text: string, action?: Notice['action']): number {
  const shown = notices.get().find((notice) => notice.level === level && notice.text === text);
  // The same words with an action are about another thing.
  if (shown !== undefined && action === undefined) {
    return shown.id;
  }
  lastId += 1;
  notices.set([...notices.get(), { id: lastId, level, text, ...(action && { action }) }]);
  return lastId;
}

/** Puts another text and level in place of a notice, as when loading has ended. */
export function renotify(id: number, level: Level, text: string): void {
  notices.set(notices.get().map((notice) => (notice.id === id ? { id, level, text } : notice)));
}

/** Takes a notice off the screen. */
export function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}
