import { expect, test } from 'vitest';
import { rememberedPlace, sentOn } from './redirect';
import { knownRoutes } from './known-routes';
import { routeTree } from './routes';

const origin = 'https://college.example';

/** Pieces of hostile addresses. The list is the corpus: add whatever once got through. */
const pieces = [
  '/',
  '//',
  '\\',
  '\\\\',
  '..',
  './',
  '%2f',
  '%5c',
  '%2e%2e',
  '%00',
  '\t',
  '\n',
  '\r',
  '\u0000',
  '\u00A0',
  '／',
  '＼',
  '。',
  'https:',
  'http:',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:',
  'evil.example',
  '@',
  'user:pass@',
  ':443',
  '?',
  '#',
  '&',
  '=',
  'redirect',
  'student',
  'timetable',
  'login',
  ' ',
  '🏫',
];

/** A seeded random sequence, so that a failure is reproducible. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

function* addresses(count: number): Generator<string> {
  const next = numbers(20_260_907);
  for (let i = 0; i < count; i += 1) {
    const length = 1 + (next.next().value % 7);
    yield Array.from({ length }, () => pieces[next.next().value % pieces.length]).join('');
  }
}

function staysHere(to: string): boolean {
  return to.startsWith('/') && URL.canParse(to, origin) && new URL(to, origin).origin === origin;
}

test('[2.8] [4.3] no address built from hostile pieces leaves the site', () => {
  const routes = knownRoutes(routeTree);
  for (const address of addresses(20_000)) {
    const sent = sentOn(address, {}, origin);
    expect(staysHere(sent.to), `/redirect/${JSON.stringify(address)} leads to ${sent.to}`).toBe(true);
    const place = rememberedPlace({ redirect: address, id: address }, routes);
    expect(staysHere(place.to), `redirect=${JSON.stringify(address)} leads to ${place.to}`).toBe(true);
  }
});
