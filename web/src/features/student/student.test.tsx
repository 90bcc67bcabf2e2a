import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '@/testing/axe';
import { forgetPortal, openPortal } from '@/testing/portal';

const named = (name: string, nameEn: string) => ({ code: 'x', name, nameEn });

const record = {
  id: 's1',
  studentNumber: '20250001',
  name: '林夕',
  nameLatin: 'Lin Xi',
  gender: 'female',
  phone: '138****0001',
  nationalId: '430405********',
  email: '',
  college: named('金融学院', 'School of Finance'),
  campus: named('主校区', 'Main campus'),
  programme: named('金融学', ''),
  class: 'F2501',
  entryYear: 2025,
  studyMode: 'full-time',
  enrolmentStatus: 'enrolled',
  expectedGraduation: '2029-06-30',
  adviser: 'Sun Ke',
  nativePlace: named('湖南省', 'Hunan'),
  creditsEarned: 32.5,
  creditsRequired: 160,
};

afterEach(() => forgetPortal());

test('[2.20] the record in the reader’s language; empty fields say so', async () => {
  const { container } = await openPortal('/student/userinfo', {
    'GET /api/Students/Students/GetStudentInfoOutput': () => record,
  });
  expect(await screen.findByText('20250001')).toBeTruthy();
  for (const text of [
    'Lin Xi (林夕)',
    'Female',
    'School of Finance',
    '金融学',
    'Full time',
    'Enrolled',
    'Hunan',
    '32.5',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText('Not given')).toBeTruthy(); // the e-mail address
  await expectAccessible(container);
});
