/** The kind of input for a field. */
export type FieldKind =
  | 'text'
  | 'tel'
  | 'email'
  | 'date'
  | 'region'
  | 'gender'
  | 'mode'
  | 'status'
  | 'programme'
  | 'campus'
  | 'class';

/** The fields of a record in display order, by their names in the API. */
export const sections = {
  identity: ['studentNumber', 'name', 'nameLatin', 'gender', 'phone', 'nationalId'],
  studies: [
    'programme',
    'class',
    'campus',
    'entryYear',
    'studyMode',
    'enrolmentStatus',
    'expectedGraduation',
    'adviser',
    'creditsEarned',
    'creditsRequired',
  ],
  contact: ['email', 'address', 'nativePlace', 'emergencyName', 'emergencyPhone'],
} as const;

export type FieldName = (typeof sections)[keyof typeof sections][number];

/** A record as strings, as it is edited and sent. */
export type RecordTexts = Record<FieldName, string>;

export const fieldNames: readonly FieldName[] = Object.values(sections).flat();

export const kinds: Readonly<Record<FieldName, FieldKind>> = {
  studentNumber: 'text',
  name: 'text',
  nameLatin: 'text',
  gender: 'gender',
  phone: 'tel',
  nationalId: 'text',
  programme: 'programme',
  class: 'class',
  campus: 'campus',
  entryYear: 'text',
  studyMode: 'mode',
  enrolmentStatus: 'status',
  expectedGraduation: 'date',
  adviser: 'text',
  creditsEarned: 'text',
  creditsRequired: 'text',
  email: 'email',
  address: 'text',
  nativePlace: 'region',
  emergencyName: 'text',
  emergencyPhone: 'tel',
};

export const genders = ['female', 'male'] as const;
export const studyModes = ['full-time', 'part-time', 'distance', 'exchange'] as const;

/** The record as strings. Fields that are not sent to staff, such as the national ID, are empty and stay unchanged. */
export function textsOf(fields: Readonly<Record<string, string>>): RecordTexts {
  return Object.fromEntries(fieldNames.map((name) => [name, fields[name] ?? ''])) as RecordTexts;
}

/** The fields that have changed. */
export function changesOf(was: RecordTexts, now: RecordTexts): Partial<RecordTexts> {
  return Object.fromEntries(
    fieldNames.filter((name) => now[name].trim() !== was[name]).map((name) => [name, now[name].trim()]),
  );
}

/** What the server's messages call a field where that differs from the API. */
const spokenOf: Partial<Record<FieldName, string>> = {
  studentNumber: 'number',
  enrolmentStatus: 'status',
  expectedGraduation: 'graduation',
};

/** The field that a code is about, whatever the message says. */
const byCode: Readonly<Record<string, FieldName>> = {
  'account.exists': 'phone',
  'account.phone_malformed': 'phone',
  'student.bad_email': 'email',
  'student.national_id_taken': 'nationalId',
  'student.no_programme': 'programme',
  'student.number_taken': 'studentNumber',
  'student.phone_taken': 'phone',
};

/** The field that a server error is about; undefined for none. */
export function fieldOf({ code, text }: { code: string | null; text: string }): FieldName | undefined {
  if (code === null || code === 'student.stale') {
    return undefined;
  }
  if (code.startsWith('nationalid.')) {
    return 'nationalId';
  }
  // Some codes apply to many fields; their message names the field.
  const named = (name: FieldName): boolean =>
    new RegExp(`(?<![A-Za-z])${spokenOf[name] ?? name}(?![A-Za-z])`, 'u').test(text);
  return byCode[code] ?? fieldNames.find(named) ?? (code === 'student.bad_phone' ? 'phone' : undefined);
}
