import type { WireTimetable } from '@/shared/timetable/wire';
import type { UserInfo } from '@/shared/access/user-info';
import { addDays, mondayOf } from '@/shared/time/civil';
import { civilAt } from '@/shared/time/zone';
import { sampleStudent } from '@/testing/student';
import { sampleTerms, sampleTimetable } from '@/testing/timetable';
import { fail, mockCodes, succeed, type MockAnswer } from './envelope';
import { mockMenu } from './menu';
import { mockMessages, type MockMessage } from './messages';
import type { MockWatch } from './watch';

/** The state of the mock server, and what it reads from the browser. */
export interface MockWorld {
  loggedIn: () => boolean;
  /** The role in local storage; admin by default. */
  role: () => string;
  setRole: (role: string) => void;
  read: Set<string>;
  /** Handles the calls of the watch page. */
  watch: MockWatch;
}

/** Answers one call from its body. */
export type MockHandler = (body: Readonly<Record<string, unknown>>, world: MockWorld) => MockAnswer;

const accounts = [
  { username: 'admin', password: 'admin', role: 'admin', token: '12345' },
  { username: 'user', password: 'user', role: 'user', token: '54321' },
  { username: '13800000001', password: '123456', role: 'user', token: '13800' },
];

/** Eleven digits, the first one a 1. */
export const phonePattern = /^1\d{10}$/u;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const login: MockHandler = (body, world) => {
  const [username, password] = [textOf(body['username']), textOf(body['password'])];
  if (username === '') {
    return fail('用户名不能为空');
  }
  if (password === '') {
    return fail('密码不能为空');
  }
  const match = accounts.find((known) => known.username === username && known.password === password);
  if (match === undefined) {
    return fail('账号或者密码错误');
  }
  world.setRole(match.role);
  return succeed({ token: match.token });
};

const account: UserInfo = {
  name: '林夕',
  nameLatin: 'Lin Xi',
  nickname: '小夕',
  avatar: '',
  job: 'Student',
  organization: 'School of Finance',
  location: '320100',
  email: 'linxi@example.edu.cn',
  introduction: '金融学专业，喜欢数据。',
  personalWebsite: '',
  jobName: '学生',
  organizationName: '金融学院',
  locationName: '南京',
  phone: '138****0001',
  registrationDate: '2025-09-01 08:00:00',
  accountId: '15012312300',
  certification: '1',
  countryRegion: 'CN',
  area: '320102',
  role: 'admin',
  scope: 'registrar',
  firstPassword: false,
  teaching: false,
  secondFactor: false,
  mustChangePassword: false,
  mustEnrolFactor: false,
};

const info: MockHandler = (_body, world) =>
  world.loggedIn() ? succeed({ ...account, role: world.role() }) : fail('未登录', mockCodes.notLoggedIn);

const menu: MockHandler = (_body, world) => succeed(mockMenu(world.role()));

const messageList: MockHandler = (_body, world) =>
  succeed(
    mockMessages.map((message): MockMessage => (world.read.has(message.id) ? { ...message, status: 1 } : message)),
  );

const messageRead: MockHandler = (body, world) => {
  const ids: unknown = body['ids'];
  (Array.isArray(ids) ? ids : []).forEach((id) => world.read.add(String(id)));
  return succeed(true);
};

const captcha: MockHandler = (body) => {
  const tel = textOf(body['tel']);
  if (tel === '') {
    return fail('手机号不能为空');
  }
  return phonePattern.test(tel) ? succeed({ captcha: '468213' }) : fail('无效手机号');
};

/** Today's date, and the first Monday that puts it in week 10. */
function present(): [monday: string, today: string] {
  const { date } = civilAt(Date.now(), 'Asia/Shanghai');
  return [addDays(mondayOf(date), -63), date];
}

/** The sample timetable around today. */
export const presentTimetable = (): WireTimetable => sampleTimetable(...present());

const calendar = { active: true, language: 'zh-CN', created: '2026-09-01T00:00:00Z', fetched: '' };

/** The specification's mock calls by path, and those of the students' pages. */
export const mockHandlers: Readonly<Record<string, MockHandler>> = {
  '/api/user/info': info,
  '/api/user/login': login,
  '/api/user/logout': () => succeed(null),
  '/api/user/menu': menu,
  '/api/user/captcha': captcha,
  '/api/message/list': messageList,
  '/api/message/read': messageRead,
  '/api/terms': () => succeed(sampleTerms(...present())),
  '/api/timetable': () => succeed(presentTimetable()),
  '/api/calendar': () => succeed({ ...calendar, path: `/calendar/${'mock0123'.repeat(4)}.ics` }),
  '/api/Students/Students/GetStudentInfoOutput': () => succeed(sampleStudent),
  '/api/student': (body) => succeed({ ...sampleStudent, ...body }),
  '/api/student/reveal': ({ password }) =>
    password === '123456' ? succeed({ nationalId: '110101200501010012' }) : fail('账号或者密码错误'),
};
