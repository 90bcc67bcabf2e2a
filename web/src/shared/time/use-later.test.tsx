import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLater } from './use-later';

test('what can wait is not part of the first drawing, and comes by itself after it', async () => {
  const drawn: boolean[] = [];
  renderHook(() => {
    const come = useLater();
    drawn.push(come);
  });
  expect(drawn).toEqual([false]);
  await waitFor(() => expect(drawn.at(-1)).toBe(true));
});
