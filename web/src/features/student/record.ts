/** The fields of a student's record, in the order in which they are shown. */
export const recordFields = [
  'number',
  'name',
  'gender',
  'phone',
  'nationalId',
  'email',
  'college',
  'campus',
  'programme',
  'class',
  'entryYear',
  'studyMode',
  'status',
  'graduation',
  'adviser',
  'nativePlace',
  'creditsEarned',
  'creditsRequired',
] as const;

/** A field's text; empty when the college does not know it. */
export function textOf(
  record: Readonly<Record<string, unknown>>,
  field: (typeof recordFields)[number],
): string {
  const value = record[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
