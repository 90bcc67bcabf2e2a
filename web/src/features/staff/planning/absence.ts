import type { Absence, Change } from './types';

/** What happens to each class of an absent teacher: 'cancel', 'keep', or the substitute's id. */
export type Choices = Readonly<Record<string, string>>;

/** Proposes the first substitute who is free, or to cancel the class. */
export function proposalFor({ substitutes }: Absence): string {
  return substitutes.find(({ free }) => free)?.id ?? 'cancel';
}

/** Whether a chosen substitute has another class at that time. */
export function takesBusy(absences: readonly Absence[], choices: Choices): boolean {
  return absences.some((absence) => {
    const chosen = choices[absence.class] ?? proposalFor(absence);
    return absence.substitutes.some(({ id, free }) => id === chosen && !free);
  });
}

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
