import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPortal, openPortal } from '@/testing/portal';
import { installMock } from './install';

vi.hoisted(() => vi.stubEnv('MODE', 'mock'));

beforeEach(async () => {
  await openPortal('/login', {}, { anonymous: true });
  installMock();
});
afterEach(() => forgetPortal());

async function press(name: string, phone: string, password = ''): Promise<void> {
  const type = (label: RegExp, value: string): boolean =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/^Phone number/u, phone);
  type(/^Password/u, password);
  await act(async () => screen.getByRole('button', { name }).click());
}

test.each([
  ['Log in', '', 'x', '用户名不能为空'],
  ['Log in', 'admin', '', '密码不能为空'],
  ['Log in', 'admin', 'no', '账号或者密码错误'],
  ['Get a captcha', '', '', '手机号不能为空'],
  ['Get a captcha', '2380000000', '', '无效手机号'],
])('[5.6] %s with “%s” and “%s” shows %s as the mock says it', async (button, phone, password, text) => {
  await press(button, phone, password);
  expect(await screen.findByText(text)).toBeTruthy();
});
