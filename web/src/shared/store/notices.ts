import { createValue, type Value } from './value';

export type Level = 'info' | 'success' | 'warning' | 'error' | 'loading';

/** A short text that the shell shows for a while (a toast). */
export interface Notice {
  id: number;
  level: Level;
  text: string;
  /** An action offered while the notice is shown. */
  action?: { label: string; run: () => void };
}

let lastId = 0;

/** The notices on screen, oldest first. */
export const notices: Value<readonly Notice[]> = createValue<readonly Notice[]>([]);

/** Shows a notice and returns its id. Repeated texts are shown once, however many requests failed. */
export function notify(level: Level, text: string, action?: Notice['action']): number {
  const shown = notices.get().find((notice) => notice.level === level && notice.text === text);
  // The same text with an action is about something else.
  if (shown !== undefined && action === undefined) {
    return shown.id;
  }
  lastId += 1;
  notices.set([...notices.get(), { id: lastId, level, text, ...(action && { action }) }]);
  return lastId;
}

/** Replaces the text and level of a notice, for example when loading has finished. */
export function renotify(id: number, level: Level, text: string): void {
  notices.set(notices.get().map((notice) => (notice.id === id ? { id, level, text } : notice)));
}

export function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}
