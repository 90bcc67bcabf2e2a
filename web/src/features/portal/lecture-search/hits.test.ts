import { expect, test } from 'vitest';
import { lectureHits, pageHits, splitAtWords } from './hits';
import type { Lecture } from './queries';

const lecture: Lecture = {
  kind: 'caption',
  lesson: 'a b',
  position: 2,
  title: '弹性',
  titleEn: 'Elasticity',
  course: { id: 'c', code: 'ECO101', name: '经济学', nameEn: 'Economics' },
  language: 'zh-CN',
  count: 2,
  hits: [
    { at: 62.5, text: '需求的价格弹性' },
    { at: 0, text: '弹性' },
  ],
};

test('[4.5] a hit opens its second, rounded down so that nothing is missed', () => {
  expect(lectureHits([lecture]).map(({ href }) => href)).toEqual([
    '/student/watch?lesson=a%20b&t=62',
    '/student/watch?lesson=a%20b',
  ]);
});

test('pages are found by name and by address', () => {
  const pages = [
    { href: '/message', label: 'Messages' },
    { href: '/rooms', label: 'Free rooms' },
  ];
  expect(pageHits(pages, ' MESS ').map(({ href }) => href)).toEqual(['/message']);
  expect(pageHits(pages, '/roo').map(({ href }) => href)).toEqual(['/rooms']);
  expect(pageHits(pages, '')).toHaveLength(2);
});

test.each([
  ['需求的价格弹性', '弹性 需求', ['', '需求', '的价格', '弹性', '']],
  ['Marginal cost', 'COST', ['Marginal ', 'cost', '']],
  ['GDP 增长', 'ＧＤＰ', ['', 'GDP', ' 增长']],
  ['a (b)', '(', ['a (b)']],
])('the words of %s that match %s are highlighted', (text, typed, parts) => {
  expect(splitAtWords(text, typed)).toEqual(parts);
});
