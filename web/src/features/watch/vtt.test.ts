import { describe, expect, test } from 'vitest';
import { cueAt, findCues, parsePictures, parseVtt, splitAt } from './vtt';

const lecture = [
  '\u{FEFF}WEBVTT - Net present value',
  '',
  'STYLE',
  '::cue { color: red }',
  '',
  'NOTE made by hand',
  '00:00:00.000 --> 00:00:01.000 is no cue here',
  '',
  'intro',
  '00:01.000 --> 00:03.500 line:90% align:middle',
  '<v Chen Wei>So far we have asked',
  'how <b>long</b> until the money is back.',
  '',
  '01:00:04.250 --> 01:00:06.000',
  'R&amp;D &lt; 5&nbsp;% &unknown;',
  '',
  '00:09.000 --> 00:08.000',
  'backwards',
  '',
  '00:05.000 --> 00:06.000',
  '',
].join('\r\n');

describe('WebVTT', () => {
  test('[2.22] cues come with times and plain words; the rest is passed over', () => {
    expect(parseVtt(lecture)).toEqual([
      { start: 1, end: 3.5, text: 'So far we have asked how long until the money is back.' },
      { start: 3604.25, end: 3606, text: 'R&D < 5 % &unknown;' },
    ]);
  });

  test.each(['', 'WEBVTT', 'no such thing', 'WEBVTT\n\n1:2:3 --> x\nwhat'])(
    '[2.22] %j has no cues',
    (text) => {
      expect(parseVtt(text)).toEqual([]);
    },
  );

  test('[2.22] cues out of order are put in order', () => {
    const text = 'WEBVTT\n\n00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:02.000\na\n';
    expect(parseVtt(text).map((cue) => cue.text)).toEqual(['a', 'b']);
  });

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

  test('[2.22] searching ignores case and keeps the places', () => {
    expect(findCues(cues, ' AT 5 ').map(({ index }) => index)).toEqual([1]);
    expect(findCues(cues, '')).toHaveLength(3);
  });

  test.each([
    ['Net present value', 'PRESENT', ['Net ', 'present', ' value']],
    ['1+1 (one)', '(', ['1+1 ', '(', 'one)']],
    ['净现值问了一个问题', '问', ['净现值', '问', '了一个', '问', '题']],
    ['nothing', '', ['nothing']],
  ])('[2.22] %s is marked where %s stands', (text, found, parts) => {
    expect(splitAt(text, found)).toEqual(parts);
  });

  test('[2.22] scrub pictures name their sheet and their place on it', () => {
    const text =
      'WEBVTT\n\n00:00.000 --> 00:10.000\nsprite.jpg#xywh=0,0,160,90\n\n00:10.000 --> 00:20.000\nsprite.jpg#xywh=160,0,160,90\n\n00:20.000 --> 00:30.000\nsprite.jpg\n';
    expect(parsePictures(text, '/media/TICKET/sprite.vtt')).toEqual([
      { start: 0, end: 10, sheet: '/media/TICKET/sprite.jpg', x: 0, y: 0, width: 160, height: 90 },
      { start: 10, end: 20, sheet: '/media/TICKET/sprite.jpg', x: 160, y: 0, width: 160, height: 90 },
    ]);
  });
});
