import { sampleStudent } from './student';
import { emptyTimetable, sampleTerms } from './timetable';
import type { Handler } from './server';

/** A student in the staff's list. */
export const listed = (at: number, more: object = {}) => ({
  id: `s-${at}`,
  studentNumber: String(202_501_000 + at),
  name: `林${at}`,
  nameLatin: `Lin ${at}`,
  gender: 'female',
  phone: '13800000001',
  campus: { code: 'north', name: '北校区', nameEn: 'North Campus' },
  programme: { code: 'MKT', name: '市场营销', nameEn: 'Marketing' },
  class: '市营2501',
  classEn: 'Marketing 2501',
  entryYear: 2025,
  enrolmentStatus: 'enrolled',
  account: `a-${at}`,
  enabled: true,
  firstPassword: false,
  lastLogin: '2026-11-12T01:00:00Z',
  ...more,
});

const classes = [
  { name: '市营2501', nameEn: 'Marketing 2501' },
  { name: '市营2502', nameEn: 'Marketing 2502' },
];

/** The values of the list's filters. */
const choices = {
  programmes: [
    { code: 'MKT', name: '市场营销', nameEn: 'Marketing' },
    { code: 'FIN', name: '金融学', nameEn: 'Finance' },
  ],
  campuses: [
    { code: 'north', name: '北校区', nameEn: 'North Campus' },
    { code: 'main', name: '主校区', nameEn: 'Main campus' },
  ],
  years: [2026, 2025],
};

/** A student's record as staff see it. */
export const staffRecord = (more: object = {}, fields: object = {}) => ({
  ...sampleStudent,
  phone: '13800000001',
  account: 'a-1',
  version: 1,
  fields: {
    studentNumber: '20250101001',
    name: '林夕',
    phone: '13800000001',
    class: '金融 2501',
    programme: 'FIN',
    campus: 'main',
    enrolmentStatus: 'enrolled',
    email: 'linxi@example.edu.cn',
    ...fields,
  },
  ...more,
});

/** A student's account as staff see it. */
export const heldAccount = (more: object = {}) => ({
  account: {
    id: 'a-1',
    phone: '13800000001',
    enabled: true,
    closedReason: '',
    lastLoginAt: Date.parse('2026-11-12T00:12:00Z'),
    firstPassword: true,
    factor: false,
    sessions: [
      {
        id: 'x-1',
        agent: 'Mozilla/5.0 (iPhone) MicroMessenger',
        address: '203.0.113.24',
        createdAt: 0,
        lastSeenAt: Date.parse('2026-11-12T00:12:00Z'),
      },
    ],
    ...more,
  },
});

/** A fake server with three students; the page of the first one shows everything. */
export const studentHandlers: Readonly<Record<string, Handler>> = {
  'GET /api/admin/students/filters': () => choices,
  'GET /api/admin/students/classes': ({ query }) =>
    classes.filter(({ name, nameEn }) => `${name} ${nameEn}`.includes(query['search'] ?? '')),
  'GET /api/admin/students': () => ({
    items: [listed(1), listed(2), listed(3, { account: '', enabled: false, lastLogin: '' })],
    total: 3,
    more: false,
    next: '',
  }),
  'GET /api/admin/students/s-1': () => staffRecord(),
  'GET /api/admin/students/s-1/account': () => heldAccount(),
  'GET /api/admin/students/s-1/timetable': () => emptyTimetable,
  'GET /api/admin/students/s-1/courses': () => [],
  'GET /api/admin/students/s-1/messages': () => [],
  'GET /api/admin/students/s-1/imports': () => [],
  'GET /api/admin/students/s-1/history': () => ({ items: [], next: 0 }),
  'GET /api/terms': () => sampleTerms(),
};
