import type { DataOf } from '@/shared/api/types';
import type { Translate } from '@/shared/i18n/catalogue';
import type { Locale } from '@/shared/i18n/locale';
import { nameIn } from '@/shared/i18n/name-in';

/** What the college knows about a student. */
export type StudentRecord = DataOf<'get', '/api/Students/Students/GetStudentInfoOutput'>;

/** The fields of a record, in the order in which they are shown. */
export const recordFields = [
  'studentNumber',
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
  'enrolmentStatus',
  'expectedGraduation',
  'adviser',
  'nativePlace',
  'creditsEarned',
  'creditsRequired',
] as const;

/** A field's words in the reader's language; empty when the college does not know it. */
export function textOf(
  record: StudentRecord,
  field: (typeof recordFields)[number],
  locale: Locale,
  t: Translate<'student'>,
): string {
  const words = {
    gender: () => (record.gender === '' ? '' : t(`gender.${record.gender}`)),
    studyMode: () => (record.studyMode === '' ? '' : t(`mode.${record.studyMode}`)),
    enrolmentStatus: () => t(`status.${record.enrolmentStatus}`),
    name: () =>
      locale === 'zh-CN' || record.nameLatin === '' ? record.name : `${record.nameLatin} (${record.name})`,
  };
  if (field === 'gender' || field === 'studyMode' || field === 'enrolmentStatus' || field === 'name') {
    return words[field]();
  }
  const value = record[field];
  if (typeof value === 'object') {
    return nameIn(locale, value);
  }
  return value === 0 ? '' : String(value);
}
