import type { DataOf } from '@/shared/api/types';

/** What the college knows about a student. An empty text or a zero is a field that it does not know. */
export type StudentRecord = DataOf<'get', '/api/Students/Students/GetStudentInfoOutput'>;

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

/** What a contact field holds, as text that can be sent back. */
export function contactValue(record: StudentRecord, field: ContactField): string {
  return field === 'nativePlace' ? record.nativePlace.code : record[field];
}

/** How far the credits are, 0–100; 0 when nobody knows how many are needed. */
export function creditPercent({ creditsEarned, creditsRequired }: StudentRecord): number {
  return creditsRequired > 0 ? Math.min(100, Math.round((creditsEarned / creditsRequired) * 100)) : 0;
}
