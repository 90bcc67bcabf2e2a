import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';

afterEach(() => forgetPortal());

// A separate file, because the settings are read only once.
test('the login page mentions one-time codes only where students get them', async () => {
  await openPortal('/login', {}, { anonymous: true, settings: { firstPassword: 'code' } });
  expect(await screen.findByText('First time here? Use the one-time code from your college.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '简体中文' }));
  expect(await screen.findByText('首次登录请使用学校发放的一次性密码')).toBeTruthy();
  expect(screen.queryByText('首次登录密码为身份证号后六位')).toBeNull();
});
