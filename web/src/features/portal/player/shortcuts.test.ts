import { describe, expect, test } from 'vitest';
import { isTaken } from '@/shared/shortcuts/key-name';
import { commandOf, nextSpeed, tapOf } from './shortcuts';
import { clockText, hoursAndMinutes } from '@/shared/time/length';
import { parseTime } from './time-text';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

describe('keys', () => {
  test.each([
    [' ', { do: 'toggle' }],
    ['k', { do: 'toggle' }],
    ['K', { do: 'toggle' }],
    ['j', { do: 'skip', by: -10 }],
    ['l', { do: 'skip', by: 10 }],
    ['m', { do: 'mute' }],
    ['f', { do: 'full' }],
    ['c', { do: 'captions' }],
    ['0', { do: 'part', tenth: 0 }],
    ['9', { do: 'part', tenth: 9 }],
    ['<', { do: 'slower' }],
    ['>', { do: 'faster' }],
    [',', { do: 'frame', by: -1 }],
    ['.', { do: 'frame', by: 1 }],
    ['?', { do: 'help' }],
    ['ArrowLeft', undefined],
    ['x', undefined],
    ['Enter', undefined],
  ])('[2.22] %j anywhere on the page', (key, command) => {
    expect(commandOf(press(key), false)).toEqual(command);
  });

  test('[2.22] arrow keys control the player only while it has the focus', () => {
    expect(commandOf(press('ArrowRight'), true)).toEqual({ do: 'skip', by: 5 });
    expect(commandOf(press('ArrowDown'), true)).toEqual({ do: 'louder', by: -0.05 });
  });

  test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('[2.22] with %s the key is the browser’s', (held) => {
    expect(commandOf(press('f', { [held]: true }), true)).toBeUndefined();
  });

  test.each([
    ['<input type="text">', 'k', true],
    ['<textarea></textarea>', 'k', true],
    ['<select></select>', 'k', true],
    ['<input type="range">', 'k', false],
    ['<button></button>', 'k', false],
    ['<button></button>', ' ', true],
    ['<a href="/"></a>', ' ', true],
    ['<dialog><p></p></dialog>', 'k', true],
    ['<p></p>', ' ', false],
  ])('[2.22] in %s the key %j is taken: %s', (html, key, taken) => {
    const holder = document.createElement('div');
    holder.innerHTML = html;
    const inner = holder.querySelector('p, input, textarea, select, button, a');
    expect(isTaken(inner, key)).toBe(taken);
  });
});

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [3, 1, 3],
  [0.5, -1, 0.5],
  [1.1, 1, 1.25],
] as const)('[2.22] the speed after %d by %i is %d', (speed, by, next) => {
  expect(nextSpeed(speed, by)).toBe(next);
});

test.each([
  ['the first', null, { x: 10, at: 0 }, 'controls'],
  ['two at the left', { x: 10, at: 0 }, { x: 20, at: 200 }, 'back'],
  ['two at the right', { x: 350, at: 0 }, { x: 380, at: 200 }, 'forward'],
  ['two in the middle', { x: 200, at: 0 }, { x: 200, at: 200 }, 'controls'],
  ['two at different sides', { x: 10, at: 0 }, { x: 380, at: 200 }, 'controls'],
  ['too slow', { x: 10, at: 0 }, { x: 20, at: 900 }, 'controls'],
] as const)('[2.22] taps: %s', (_name, before, tap, meaning) => {
  expect(tapOf(before, tap, 400)).toBe(meaning);
});

describe('times', () => {
  test.each([
    [0, '0:00'],
    [59.9, '0:59'],
    [798, '13:18'],
    [3723, '1:02:03'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('[2.22] %d s is written %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });

  test.each([
    ['90', 90],
    ['90.5', 90.5],
    ['1:30', 90],
    ['1:02:03', 3723],
    ['90s', 90],
    ['1m30s', 90],
    ['2h', 7200],
    ['', undefined],
    ['-5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('[2.5] t=%s means %s seconds', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds);
  });

  test.each([
    [0, 0, 0],
    [10, 0, 1],
    [4320, 1, 12],
    [3599, 1, 0],
  ])('%d s are %i h %i min', (seconds, hours, minutes) => {
    expect(hoursAndMinutes(seconds)).toEqual({ hours, minutes });
  });
});
