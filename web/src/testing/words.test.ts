import { expect, test } from 'vitest';
import accountEn from '@/features/account/locales/en-US.json';
import accountZh from '@/features/account/locales/zh-CN.json';
import studentEn from '@/features/student/locales/en-US.json';
import studentZh from '@/features/student/locales/zh-CN.json';

test.each([
  ['en-US', accountEn, studentEn],
  ['zh-CN', accountZh, studentZh],
] as const)(
  '[1.5] in %s the certification has the words of the record for every enrolment status',
  (_locale, account, student) => {
    for (const status of ['enrolled', 'suspended', 'exchange', 'graduated', 'withdrawn'] as const) {
      expect(account[`certification.${status}`]).toBe(student[`status.${status}`]);
    }
  },
);
