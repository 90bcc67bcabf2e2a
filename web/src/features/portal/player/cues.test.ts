import { describe, expect, test } from 'vitest';
import { cueAt } from './cues';
import { picturesOf } from './scrub-pictures';
import { findCues, splitAt } from './transcript';

// e2e/player.test.ts covers reading files in a real browser: happy-dom loads no tracks.
describe('cues', () => {
  const cues = [1, 5, 9].map((start) => ({ start, end: start + 2, text: `At ${start}` }));

  test.each([
    [0.5, -1],
    [1, 0],
    [4, 0],
    [5.1, 1],
    [100, 2],
  ])('[2.22] at %d s it is cue %i', (at, index) => {
    expect(cueAt(cues, at)).toBe(index);
  });

  test('[2.22] searching ignores case and keeps the positions', () => {
    expect(findCues(cues, ' AT 5 ').map(({ index }) => index)).toEqual([1]);
    expect(findCues(cues, '')).toHaveLength(3);
  });

  test.each([
    ['Net present value', 'PRESENT', ['Net ', 'present', ' value']],
    ['1+1 (one)', '(', ['1+1 ', '(', 'one)']],
    ['净现值问了一个问题', '问', ['净现值', '问', '了一个', '问', '题']],
    ['nothing', '', ['nothing']],
  ])('[2.22] %s is highlighted for %s', (text, found, parts) => {
    expect(splitAt(text, found)).toEqual(parts);
  });

  test('[2.22] scrub pictures name their sheet and their place on it', () => {
    const sheet = new URL('/media/TICKET/sprite.jpg', location.href).href;
    const found = picturesOf(
      [
        { start: 0, end: 10, text: 'sprite.jpg#xywh=0,0,160,90' },
        { start: 10, end: 20, text: 'sprite.jpg#xywh=160,0,160,90' },
        { start: 20, end: 30, text: 'sprite.jpg' },
      ],
      '/media/TICKET/sprite.vtt',
    );
    expect(found).toEqual([
      { start: 0, end: 10, sheet, x: 0, y: 0, width: 160, height: 90 },
      { start: 10, end: 20, sheet, x: 160, y: 0, width: 160, height: 90 },
    ]);
  });
});
