import { expect, test } from 'vitest';
import { breath } from './breath';

test('whoever takes breath goes on in turn, each in a task of its own', async () => {
  const seen: string[] = [];
  const walk = async (name: string): Promise<void> => {
    await breath();
    seen.push(name);
    queueMicrotask(() => seen.push(`${name}, then`));
  };
  const both = Promise.all([walk('first'), walk('second')]);
  expect(seen).toEqual([]);
  await both;
  expect(seen.slice(0, 3)).toEqual(['first', 'first, then', 'second']);
});
