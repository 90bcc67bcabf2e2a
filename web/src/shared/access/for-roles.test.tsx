import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetUser } from './user';
import { setUser } from '@/testing/user';
import { ForRoles, type AllowedRole } from './for-roles';

beforeEach(() => forgetUser());

test.each<[AllowedRole[], 'user' | 'admin', boolean]>([
  [['admin'], 'admin', true],
  [['admin'], 'user', false],
  [['admin', 'user'], 'user', true],
  [['*'], 'user', true],
  [[], 'admin', false],
])('[5.4] for %j, %s sees the children: %s', (roles, role, seen) => {
  setUser({ role });
  render(<ForRoles roles={roles}>inside</ForRoles>);
  expect(screen.queryByText('inside') !== null).toBe(seen);
});

test('[5.4] follows the role', () => {
  setUser({ role: 'user' });
  render(<ForRoles roles={['admin']}>inside</ForRoles>);
  act(() => setUser({ role: 'admin' }));
  expect(screen.getByText('inside')).toBeTruthy();
});

test.each([undefined, 'admin', { admin: true }])('[5.4] %j instead of an array throws', (roles) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<ForRoles roles={roles as unknown as AllowedRole[]}>x</ForRoles>)).toThrow('need roles!');
});
