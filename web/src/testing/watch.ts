import type { WireWatch } from '@/features/portal/player/wire';

const lesson = (
  position: number,
  title: string,
  titleEn: string,
  over: Partial<WireWatch['lessons'][number]> = {},
): WireWatch['lessons'][number] => ({
  id: `l-${position}`,
  position,
  title,
  titleEn,
  class: '',
  preview: false,
  percent: 0,
  done: false,
  duration: 1100,
  state: 'ready',
  ...over,
});

/** A lesson of the sample college, as the server sends it to an enrolled student. */
export function sampleWatch(over: Partial<WireWatch> = {}): WireWatch {
  return {
    lesson: {
      id: 'l-3',
      position: 3,
      title: '净现值',
      titleEn: 'Net present value',
      class: 'm0.10',
      preview: false,
      published: true,
    },
    course: {
      id: 'c-fin',
      code: 'FIN301',
      name: '公司金融',
      nameEn: 'Corporate Finance',
      summary: '从时间价值到资本预算。',
      summaryEn: 'From the time value of money to capital budgeting.',
      enrolled: true,
      progress: 48,
      teachers: [{ id: 't-1', name: '陈巍', nameEn: 'Chen Wei' }],
    },
    lessons: [
      lesson(1, '企业为何投资', 'Why firms invest', { percent: 100, done: true, preview: true }),
      lesson(2, '货币时间价值', 'Time value of money', { percent: 92, done: true, duration: 1445 }),
      lesson(3, '净现值', 'Net present value', { percent: 42, duration: 1900 }),
      lesson(4, '回收期及其陷阱', 'Payback and its traps', { duration: 1330 }),
      lesson(5, '资本预算案例', 'Capital budgeting case', { duration: 0, state: 'processing' }),
    ],
    access: 'granted',
    state: 'ready',
    percent: 0,
    reason: '',
    media: {
      duration: 1900,
      playlist: '/media/TICKET/master.m3u8',
      audio: '/media/TICKET/audio.m3u8',
      original: '',
      poster: '/media/TICKET/poster.jpg',
      sprite: '/media/TICKET/sprite.vtt',
      captions: [
        { language: 'zh-CN', label: '简体中文', url: '/media/TICKET/zh-CN.vtt', default: false },
        { language: 'en-US', label: 'English', url: '/media/TICKET/en-US.vtt', default: true },
      ],
      chapters: [
        { start: 0, end: 420, title: '回顾', titleEn: 'Where we are' },
        { start: 420, end: 1160, title: '公式', titleEn: 'The formula' },
        { start: 1160, end: 1900, title: '案例', titleEn: 'A case' },
      ],
      expires: '2099-01-01T00:00:00Z',
    },
    attachments: [
      {
        id: 'a-1',
        name: 'slides.pdf',
        size: 2_400_000,
        type: 'application/pdf',
        url: '/media/TICKET/slides.pdf',
      },
    ],
    live: null,
    watching: { position: 798, percent: 42, done: false, seconds: 798, intervals: [[0, 798]], at: '' },
    previous: 'l-2',
    next: 'l-4',
    ...over,
  };
}

/** Its captions as the browser parses them. */
export const sampleCues = [
  { start: 782, end: 797, text: 'So far we have asked how long until the money is back.' },
  { start: 798, end: 820, text: 'Net present value asks a better question: what is it worth today?' },
  { start: 821, end: 835, text: 'Discount each cash flow by what the capital could earn elsewhere.' },
];
