import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '@/shared/api/query-client';
import { fakeServer } from '@/testing/server';
import { setUser } from '@/testing/user';
import { forgetUser, shownRole, switchRole, useRole, user } from './user';
import { token } from '@/shared/store/session';
import { userInfoQuery } from './user-info';

beforeEach(() => forgetUser());

test('[3.2] the user has the specification’s fields, the role empty at first', () => {
  expect(Object.keys(user.get()).toSorted()).toEqual(
    [
      ...['name', 'avatar', 'job', 'organization', 'location', 'email', 'introduction', 'personalWebsite'],
      ...['jobName', 'organizationName', 'locationName', 'phone', 'registrationDate', 'accountId'],
      ...['certification', 'role'],
      // not in the specification: the responsibility of staff, and whether this person teaches
      ...['scope', 'teaching'],
    ].toSorted(),
  );
  expect(user.get().role).toBe('');
});

test('[3.2] only the name persists', async () => {
  token.set('T');
  fakeServer({
    'GET /api/user/info': () => ({ name: 'Lin Xi', email: 'lin@example.edu', role: 'user', avatar: null }),
  });
  await queryClient.fetchQuery(userInfoQuery);
  token.set(null);
  expect(user.get()).toMatchObject({ name: 'Lin Xi', avatar: '', role: 'user' });
  expect(localStorage.getItem('user-name')).toBe('Lin Xi');
  expect(JSON.stringify(localStorage)).not.toMatch(/lin@example|role/u);
  forgetUser();
  expect(localStorage.getItem('user-name')).toBeNull();
});

test('[4.9] only an admin can toggle the view', () => {
  setUser({ role: 'user' });
  switchRole();
  expect(shownRole()).toBe('user');
  setUser({ role: 'admin' });
  switchRole();
  expect(shownRole()).toBe('user');
  expect(user.get().role).toBe('admin');
  switchRole();
  expect(shownRole()).toBe('admin');
});

test('[4.9] a component with the role re-renders only when the role changes', () => {
  const drawn: string[] = [];
  renderHook(() => drawn.push(useRole()));
  act(() => setUser({ name: 'Lin Xi', role: 'admin' }));
  act(() => setUser({ name: 'Lin Xiaoyu' }));
  act(() => switchRole());
  expect(drawn).toEqual(['', 'admin', 'user']);
});
