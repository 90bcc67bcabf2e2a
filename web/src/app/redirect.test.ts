import { describe, expect, test } from 'vitest';
import { rememberedPlace, rememberPlace, sentOn } from './redirect';
import { knownRoutes } from './known-routes';
import { routeTree } from './routes';
import { landing, type KnownRoute } from './route-meta';

const routes: KnownRoute[] = [
  ...knownRoutes(routeTree),
  { name: 'Import', path: '/admin/import/$id', locale: ['menu.student'], requiresAuth: true },
];

describe('after login', () => {
  test.each([
    [{}, landing, {}],
    [{ redirect: 'StudentInfo' }, '/student/userinfo', {}],
    [{ redirect: 'Timetable', week: '3', day: ['1', '2'] }, '/student/timetable', { week: '3', day: ['1', '2'] }],
    [{ redirect: 'Import', id: 'a/b', tab: 'rows' }, '/admin/import/a%2Fb', { tab: 'rows' }],
    [{ redirect: 'Redirect', _splat: 'a/b c', tab: '2' }, '/redirect/a/b%20c', { tab: '2' }],
    [{ redirect: 'Redirect' }, '/redirect/', {}],
    [{ redirect: 'login' }, landing, {}],
    [{ redirect: 'https://evil.example' }, landing, {}],
    [{ redirect: '//evil.example', next: 'x' }, landing, {}],
    [{ redirect: ['Timetable', 'StudentInfo'] }, landing, {}],
  ])('[4.3] %j leads to %s', (search, to, query) => {
    expect(rememberedPlace(search, routes)).toEqual({ to, search: query });
  });

  test('[4.3] a remembered page is found again', () => {
    const search = rememberPlace('Import', { tab: 'rows' }, { id: '9' });
    expect(rememberedPlace(search, routes)).toEqual({ to: '/admin/import/9', search: { tab: 'rows' } });
  });
});

describe('/redirect/{path}', () => {
  test.each([
    ['student/userinfo', '/student/userinfo'],
    ['student/watch', '/student/watch'],
    ['no/such/page', '/no/such/page'],
    ['', '/'],
    ['../student/userinfo', '/student/userinfo'],
  ])('[2.8] %j sends on to %s and keeps the query', (path, to) => {
    expect(sentOn(path, { a: '1' }, 'https://college.example')).toEqual({ to, search: { a: '1' } });
  });

  test.each([
    'https://evil.example',
    'javascript:alert(1)',
    '/evil.example',
    '//evil.example',
    '\\evil.example',
    '\t/evil.example',
    'a\nb',
    'redirect/redirect/x',
    'data:text/html,x',
    './/evil.example',
    'student/..//evil.example',
  ])('[2.8] %j stays on this site', (path) => {
    expect(sentOn(path, { a: '1' }, 'https://college.example')).toEqual({ to: landing, search: {} });
  });
});
