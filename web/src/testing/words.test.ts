import { expect, test } from 'vitest';
import accountEn from '@/features/portal/account/locales/en-US.json';
import accountZh from '@/features/portal/account/locales/zh-CN.json';
import studentEn from '@/features/portal/student-info/locales/en-US.json';
import studentZh from '@/features/portal/student-info/locales/zh-CN.json';
import studentsEn from '@/features/staff/students/locales/en-US.json';
import studentsZh from '@/features/staff/students/locales/zh-CN.json';

test.each([
  ['en-US', accountEn, studentEn, studentsEn],
  ['zh-CN', accountZh, studentZh, studentsZh],
] as const)(
  '[1.5] in %s the certification and the list of staff have the words of the record for every enrolment status',
  (_locale, account, student, students) => {
    for (const status of ['enrolled', 'suspended', 'exchange', 'graduated', 'withdrawn'] as const) {
      expect(account[`certification.${status}`]).toBe(student[`status.${status}`]);
      expect(students[`status.${status}`]).toBe(student[`status.${status}`]);
    }
  },
);
