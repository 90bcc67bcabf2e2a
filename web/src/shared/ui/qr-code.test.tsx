import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code';

test('[2.21] a QR code has its finder patterns and a light margin of four modules', () => {
  render(<QrCode text="https://college.example/calendar/abcdefghijklmnopqrstuvwxyz012345.ics" label="Code" />);
  const code = screen.getByRole('img', { name: 'Code' });
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const path = code.querySelector('path')?.getAttribute('d') ?? '';
  const isDark = (x: number, y: number): boolean => path.includes(`M${x} ${y}h1v1h-1z`);
  const row = (x: number, y: number): string =>
    Array.from({ length: 7 }, (_, step) => Number(isDark(x + step, y))).join('');
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    expect(finder.map((_, step) => row(x, y + step))).toEqual(finder);
  }
  const margin = Array.from({ length: size }, (_, at) => [isDark(at, 3), isDark(3, at), isDark(at, size - 4)]);
  expect(margin.flat()).not.toContain(true);
});
