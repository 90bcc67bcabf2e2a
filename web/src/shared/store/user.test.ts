import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetUser, shownRole, switchRole, updateUser, useRole, user } from './user';

beforeEach(() => forgetUser());

test('[3.2] the user has the specification’s fields, the role empty at first', () => {
  expect(Object.keys(user.get()).toSorted()).toEqual(
    [
      ...['name', 'avatar', 'job', 'organization', 'location', 'email', 'introduction', 'personalWebsite'],
      ...['jobName', 'organizationName', 'locationName', 'phone', 'registrationDate', 'accountId'],
      ...['certification', 'role'],
    ].toSorted(),
  );
  expect(user.get().role).toBe('');
});

test('[3.2] only the name persists', () => {
  updateUser({ name: 'Lin Xi', email: 'lin@example.edu', role: 'user', avatar: null });
  expect(user.get()).toMatchObject({ name: 'Lin Xi', avatar: '', role: 'user' });
  expect({ ...localStorage }).toEqual({ 'user-name': 'Lin Xi' });
  forgetUser();
  expect({ ...localStorage }).toEqual({});
});

test('[4.9] an admin toggles the view and nobody else can', () => {
  updateUser({ role: 'user' });
  switchRole();
  expect(shownRole()).toBe('user');
  updateUser({ role: 'admin' });
  switchRole();
  expect(shownRole()).toBe('user');
  expect(user.get().role).toBe('admin');
  switchRole();
  expect(shownRole()).toBe('admin');
});

test('[4.9] whoever shows the role is drawn again for it alone', () => {
  const drawn: string[] = [];
  renderHook(() => drawn.push(useRole()));
  act(() => updateUser({ name: 'Lin Xi', role: 'admin' }));
  act(() => updateUser({ name: 'Lin Xiaoyu' }));
  act(() => switchRole());
  expect(drawn).toEqual(['', 'admin', 'user']);
});
