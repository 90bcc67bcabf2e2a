import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Later } from './later';

const screenIs = (wide: boolean): void => {
  const list = { matches: wide, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => list);
};

beforeEach(() => screenIs(false));
afterEach(() => vi.unstubAllGlobals());

test('on a phone it comes after the first drawing', async () => {
  render(<Later>below</Later>);
  expect(screen.queryByText('below')).toBeNull();
  expect(await screen.findByText('below')).toBeTruthy();
});

test('on a desk it is there at once', () => {
  screenIs(true);
  render(<Later>below</Later>);
  expect(screen.getByText('below')).toBeTruthy();
});
