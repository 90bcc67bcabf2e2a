import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assignColours, chartSchemes, courseColours } from './colours';
import { followTheme, theme, themeColour, toggleTheme } from './theme';

type Colour = readonly number[];

const css = readFileSync('src/shared/theme/tokens.css', 'utf8');
const rgb = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const mix = (a: Colour, b: Colour, share: number): Colour =>
  a.map((value, i) => value * share + (b[i] ?? 0) * (1 - share));

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2. */
function contrast(a: Colour, b: Colour): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function tokensOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/gu)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = tokensOf(':root');
const themes = { light, dark: { ...light, ...tokensOf(":root[data-theme='dark']") } };

describe.each(Object.entries(themes))('%s', (_name, tokens) => {
  const colour = (name: string): Colour => rgb(tokens[name] ?? '');
  const percent = (name: string): number => Number.parseInt(tokens[name] ?? '', 10) / 100;

  test.each([
    ...['card', 'ground', 'fill'].flatMap((on) => ['text-1', 'text-2', 'text-3'].map((text) => [text, on])),
    ['accent-text', 'card'],
    ['accent-text', 'ground'],
    ['accent-text', 'accent-ground'],
    ['on-accent', 'accent'],
    ['on-accent-fill', 'accent-fill'],
    ['on-accent-fill', 'accent-fill-hover'],
    ['on-danger', 'danger'],
    ['on-hero', 'hero-1'],
    ['on-hero', 'hero-2'],
    ['hero-1', 'on-hero'],
    ...['danger', 'warning', 'success'].flatMap((text) => [`${text}-ground`, 'card'].map((on) => [text, on])),
  ] as [string, string][])('[1.4] %s is readable on %s', (text, on) => {
    expect(contrast(colour(text), colour(on))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['card', 'ground'])('[1.4] focus ring and field borders are seen on %s', (on) => {
    expect(contrast(colour('accent'), colour(on))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour('line-strong'), colour(on))).toBeGreaterThanOrEqual(3);
  });

  test.each(courseColours)('a class card in %s is readable and its edge is visible', (hex) => {
    const ground = mix(rgb(hex), colour('card'), percent('course-ground'));
    const other = tokens['course-text-with'] === 'var(--text-1)' ? colour('text-1') : colour('course-text-with');
    expect(contrast(mix(rgb(hex), other, percent('course-text')), ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(hex), colour('card'))).toBeGreaterThanOrEqual(3);
  });
});

test('[2.18] the theme colour is #165DFF', () => {
  expect(themeColour).toBe('#165DFF');
  expect(light['accent']).toBe('#165dff');
});

test('[9.4] chart schemes have 10 or 20 different data colours', () => {
  expect(Object.entries(chartSchemes).map(([count, scheme]) => [Number(count), new Set(scheme).size])).toEqual([
    [10, 10],
    [20, 20],
  ]);
});

test('courses get different colours that do not depend on their order', () => {
  const ids = Array.from({ length: 20 }, (_, index) => `course-${index}`);
  const colours = assignColours(ids);
  expect(new Set(colours.values()).size).toBe(20);
  expect(assignColours(ids.toReversed())).toEqual(colours);
  expect(assignColours([...ids, 'one-more']).size).toBe(21);
});

describe('switching', () => {
  test.each([
    [null, 'light'],
    ['dark', 'dark'],
    ['purple', 'light'],
  ])('[1.4] stored %s shows %s', (stored, shown) => {
    if (stored !== null) {
      localStorage.setItem('arco-theme', stored);
    }
    expect(theme.get()).toBe(shown);
  });

  test('[1.4] toggling shows and stores the other theme', () => {
    const root = document.createElement('html');
    const stop = followTheme(root);
    toggleTheme();
    expect([root.dataset['theme'], localStorage.getItem('arco-theme')]).toEqual(['dark', 'dark']);
    toggleTheme();
    expect([root.dataset['theme'], localStorage.getItem('arco-theme')]).toEqual(['light', 'light']);
    stop();
  });
});
