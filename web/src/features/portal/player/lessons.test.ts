import { titleIn } from '@/shared/i18n/name-in';
import { describe, expect, test } from 'vitest';
import { captionsShown, transcriptOf } from './captions';
import { chapterAt, chaptersIn, partsOf } from './chapters';
import { firstOpen, restOf, startOf } from './lessons';
import { notesFile } from './notes-file';
import { qualityName } from './quality';
import { sourceOf } from './use-source';
import type { WireListed, WireMedia, WireWatching } from './wire';

const lesson = (id: string, over: Partial<WireListed> = {}): WireListed => ({
  id,
  position: 1,
  title: '净现值',
  titleEn: 'Net present value',
  class: '',
  preview: false,
  percent: 0,
  done: false,
  duration: 100,
  state: 'ready',
  ...over,
});

const media: WireMedia = {
  duration: 1900,
  playlist: '/media/T/master.m3u8',
  audio: '/media/T/audio.m3u8',
  original: '',
  poster: '',
  sprite: '',
  captions: [],
  chapters: [],
  expires: '2026-11-12T10:00:00Z',
};

const watching = (position: number): WireWatching => ({
  position,
  percent: 0,
  done: false,
  seconds: 0,
  intervals: [],
  at: '',
});

describe('lessons', () => {
  test.each([
    ['the first that is not done', [lesson('a', { done: true }), lesson('b'), lesson('c')], 'b'],
    ['one that plays', [lesson('a', { duration: 0 }), lesson('b')], 'b'],
    ['one that does not play yet', [lesson('a', { done: true }), lesson('b', { duration: 0 })], 'b'],
    ['all done', [lesson('a', { done: true }), lesson('b', { done: true })], 'a'],
    ['none', [], undefined],
  ])('[2.22] a course continues with %s', (_name, lessons, id) => {
    expect(firstOpen(lessons)?.id).toBe(id);
  });

  test('[2.22] the rest counts unfinished lessons per student', () => {
    const lessons = [
      lesson('a', { done: true, percent: 92 }),
      lesson('b', { percent: 25 }),
      lesson('c'),
      lesson('nothing plays yet', { duration: 0 }),
    ];
    expect(restOf(lessons)).toEqual({ done: 1, count: 3, seconds: 175 });
  });

  test.each([
    ['at the time in the address', 90, 5, 300, 90],
    ['within the recording', 9000, undefined, 300, 1899],
    ['where this device stopped without a connection', undefined, 500, 300, 500],
    ['where any device stopped', undefined, undefined, 300, 300],
    ['at the start after the end', undefined, undefined, 1895, 0],
    ['at the start', undefined, undefined, 0, 0],
  ])('[2.22] it begins %s', (_name, asked, unsent, position, at) => {
    expect(startOf({ media, watching: watching(position) }, asked, unsent)).toBe(at);
  });

  test('[1.3] the Chinese title is used if there is no English one', () => {
    expect(titleIn('en-US', { title: '净现值', titleEn: '' })).toBe('净现值');
    expect(titleIn('zh-CN', { title: '净现值', titleEn: 'NPV' })).toBe('净现值');
    expect(titleIn('en-US', { title: '净现值', titleEn: 'NPV' })).toBe('NPV');
  });
});

describe('sources', () => {
  const live = { playlist: 'https://live.example/x.m3u8', starts: '', ends: '', title: '' };
  test.each([
    ['the stream', { media, live: null }, false, { kind: 'hls', url: media.playlist }],
    ['its sound', { media, live: null }, true, { kind: 'hls', url: media.audio }],
    [
      'the file where there is no stream',
      { media: { ...media, playlist: '', original: '/media/T/original.mp4' }, live: null },
      false,
      { kind: 'file', url: '/media/T/original.mp4' },
    ],
    ['what is live', { media: null, live }, false, { kind: 'hls', url: live.playlist }],
    ['nothing', { media: null, live: null }, false, null],
  ])('[2.22] it plays %s', (_name, offer, audioOnly, source) => {
    expect(sourceOf(offer, audioOnly)).toEqual(source);
  });

  test('[2.22] a quality is named by its height, else by its rate', () => {
    expect(qualityName({ height: 720, bitrate: 1_500_000 })).toBe('720p');
    expect(qualityName({ height: 0, bitrate: 64_000 })).toBe('64 kbit/s');
  });
});

describe('chapters', () => {
  const chapters = chaptersIn('en-US', [
    { start: 60, end: 120, title: '二', titleEn: 'Two' },
    { start: 0, end: 60, title: '一', titleEn: '' },
  ]);
  test('[2.22] they are in order, in the reader’s language, and cut the bar', () => {
    expect(chapters.map(({ title }) => title)).toEqual(['一', 'Two']);
    expect(chapterAt(chapters, 61)?.title).toBe('Two');
    expect(partsOf(chapters, 120)).toEqual([
      [0, 60],
      [60, 120],
    ]);
    expect(partsOf([], 120)).toEqual([[0, 120]]);
  });
});

describe('captions', () => {
  const of = (language: string, standard = false) => ({
    language,
    label: language,
    url: '',
    default: standard,
  });
  const both = [of('zh-CN', true), of('en-US')];
  test.each([
    ['the page’s language where the college wants captions', both, null, 'en-US'],
    ['what the college set', [of('zh-CN', true)], null, 'zh-CN'],
    ['what the viewer chose', both, 'en-US', 'en-US'],
    ['off', both, '', ''],
    ['a language that the lesson does not have', both, 'fr-FR', ''],
    ['none to begin with', [of('en-US')], null, ''],
  ])('[2.22] shown are: %s', (_name, captions, chosen, shown) => {
    expect(captionsShown(captions, chosen, 'en-US')).toBe(shown);
  });

  test.each([
    ['en-US', 'zh-CN', 'en-US'],
    ['', 'en-US', 'en-US'],
    ['', 'fr-FR', 'zh-CN'],
  ])('[2.22] the transcript of captions %j in a %s page is %s', (shown, locale, language) => {
    expect(transcriptOf(both, shown, locale)?.language).toBe(language);
  });
});

test('[2.22] notes become a Markdown file with links to their times', () => {
  const notes = [
    { id: 'b', at: 75, text: 'Discount\nevery flow', created: '', updated: '' },
    { id: 'a', at: 5.4, text: 'NPV *first*', created: '', updated: '' },
  ];
  const address = (at: number): string => `https://college.example/student/watch?lesson=l&t=${Math.floor(at)}`;
  expect(notesFile('Net present value', 'Corporate Finance', notes, address)).toBe(
    [
      '# Net present value',
      '',
      'Corporate Finance',
      '',
      '- [0:05](https://college.example/student/watch?lesson=l&t=5) NPV \\*first\\*',
      '- [1:15](https://college.example/student/watch?lesson=l&t=75) Discount',
      '  every flow',
      '',
    ].join('\n'),
  );
});
