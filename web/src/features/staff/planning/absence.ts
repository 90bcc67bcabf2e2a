import type { Absence, Change } from './types';

/** What becomes of one class of an absent teacher: 'cancel', 'keep', or the id of who stands in. */
export type Choices = Readonly<Record<string, string>>;

/** The first substitute who is free stands in; without one the class is cancelled. */
export function proposalFor({ substitutes }: Absence): string {
  return substitutes.find(({ free }) => free)?.id ?? 'cancel';
}

/** Whether somebody who has another class then is to stand in. */
export function takesBusy(absences: readonly Absence[], choices: Choices): boolean {
  return absences.some((absence) => {
    const chosen = choices[absence.class] ?? proposalFor(absence);
    return absence.substitutes.some(({ id, free }) => id === chosen && !free);
  });
}

/** The lines for the draft. */
export function absenceChanges(absences: readonly Absence[], choices: Choices, note: string): Change[] {
  return absences.flatMap((absence): Change[] => {
    const chosen = choices[absence.class] ?? proposalFor(absence);
    const base = {
      class: absence.class,
      group: absence.group,
      ...(note.trim() !== '' && { note: note.trim() }),
    };
    if (chosen === 'keep') {
      return [];
    }
    return chosen === 'cancel' ? [{ action: 'cancel', ...base }] : [{ action: 'move', ...base, teacher: chosen }];
  });
}
