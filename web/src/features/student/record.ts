/** Something with a code and a name in both languages. */
export interface Named {
  code: string;
  name: string;
  nameEn: string;
}

/** What the college knows about a student. An empty text or a zero is a field that it does not know. */
export interface StudentRecord {
  id: string;
  studentNumber: string;
  name: string;
  nameLatin: string;
  gender: '' | 'female' | 'male';
  /** Where the photo is fetched with the usual headers; empty without one. */
  photo: string;
  phone: string;
  nationalId: string;
  email: string;
  address: string;
  college: Named;
  campus: Named;
  programme: Named;
  class: string;
  entryYear: number;
  studyMode: '' | 'full-time' | 'part-time' | 'distance' | 'exchange';
  enrolmentStatus: 'enrolled' | 'suspended' | 'exchange' | 'graduated' | 'withdrawn';
  expectedGraduation: string;
  adviser: string;
  nativePlace: Named;
  emergencyName: string;
  emergencyPhone: string;
  creditsEarned: number;
  creditsRequired: number;
  /** The fields that the student may change now. */
  editable: readonly string[];
  updated: string;
}

/** The fields that a student may ever change, with the kind of box each wants. */
export const contactFields = {
  email: 'email',
  address: 'text',
  nativePlace: 'region',
  emergencyName: 'text',
  emergencyPhone: 'tel',
} as const;

/** One of them. */
export type ContactField = keyof typeof contactFields;

/** The name in a language; the Chinese one when there is no English one. */
export function nameIn(locale: string, { name, nameEn }: Named): string {
  return locale.startsWith('en') && nameEn !== '' ? nameEn : name;
}

/** What a contact field holds, as text that can be sent back. */
export function contactValue(record: StudentRecord, field: ContactField): string {
  return field === 'nativePlace' ? record.nativePlace.code : record[field];
}

/** How far the credits are, 0–100; 0 when nobody knows how many are needed. */
export function creditPercent({ creditsEarned, creditsRequired }: StudentRecord): number {
  return creditsRequired > 0 ? Math.min(100, Math.round((creditsEarned / creditsRequired) * 100)) : 0;
}
