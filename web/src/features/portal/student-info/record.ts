import type { DataOf } from '@/shared/api/types';

/** The college's record of a student. Empty texts and zeros are unknown fields. */
export type StudentRecord = DataOf<'get', '/api/Students/Students/GetStudentInfoOutput'>;

/** The fields that students may be allowed to change, with their input type. */
export const contactFields = {
  email: 'email',
  address: 'text',
  nativePlace: 'region',
  emergencyName: 'text',
  emergencyPhone: 'tel',
} as const;

export type ContactField = keyof typeof contactFields;

/** The value of a contact field as text that can be sent back. */
export function contactValue(record: StudentRecord, field: ContactField): string {
  return field === 'nativePlace' ? record.nativePlace.code : record[field];
}

/** Credits earned, 0–100 %; 0 if the required number is unknown. */
export function creditPercent({ creditsEarned, creditsRequired }: StudentRecord): number {
  return creditsRequired > 0 ? Math.min(100, Math.round((creditsEarned / creditsRequired) * 100)) : 0;
}
