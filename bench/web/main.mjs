// Prints the portal's figures as rows of bench/run's table: sizes, Lighthouse, and what a phone feels.
// Where there is a limit instead of a peer, the columns of the peer stay empty.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import lighthouse from 'lighthouse';
import { logIn, newProfile, openBrowser, openQuietBrowser, startCollege, tidyUp } from './college.mjs';
import {
  choose,
  cost,
  crowd,
  longestTask,
  median,
  press,
  textFrames,
  timeToTimetable,
  watchTimetable,
} from './measure.mjs';
import { longTasks } from './trace.mjs';

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };
// Chrome's "fast 3G".
const fast3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

function row(what, value, goal, reached) {
  console.log(`| ${what} | ${value} | | | ${goal}, ${reached ? 'reached' : '**missed**'} |`);
}
const ms = (value) => `${value.toFixed(1)} ms`;

async function sizes() {
  const script = fileURLToPath(new URL('../../web/scripts/sizes.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]).catch((error) => error);
  for (const [, kb, what, over] of stdout.split('\n\n')[0].matchAll(/^\s*([\d.]+) {2}(.*?)( {2}over .*)?$/gmu)) {
    const player = what.startsWith('the player');
    const limit = what.startsWith('login') ? '120 kB' : player ? '200 kB' : '40 kB';
    row(what, `${kb} kB`, `at most ${limit}`, over === undefined);
  }
}

/** What kept an audit from 100. */
function lost({ lhr, busy }, id) {
  const audits = lhr.categories[id].auditRefs
    .filter((ref) => ref.weight > 0 && (lhr.audits[ref.id].score ?? 1) < 0.995)
    .map((ref) => `${ref.id} ${lhr.audits[ref.id].displayValue ?? ''}`.trim());
  return id === 'performance' ? [...audits, ...busy] : audits;
}

/**
 * Five audits, each of a profile of its own that has seen nothing but what comes before. The worst is held against the goal;
 * of performance, which the machine has its part in, also the middle one, which Lighthouse's makers advise to go by. All are
 * told, with what cost the worst its points and how fast Lighthouse found the processor: its phone is a quarter of one from
 * 1500 up.
 */
async function audit(name, url, before) {
  const runs = [];
  for (let index = 0; index < 5; index += 1) {
    const profile = newProfile();
    await before(profile);
    const { port, close } = await openQuietBrowser(profile);
    const options = { port, disableStorageReset: true, logLevel: 'error', output: 'json' };
    const { lhr, artifacts } = await lighthouse(url, options);
    runs.push({ lhr, busy: longTasks(artifacts.Trace, url) });
    await close();
  }
  for (const [id, { title }] of Object.entries(runs[0].lhr.categories)) {
    const scoreOf = ({ lhr }) => Math.round(lhr.categories[id].score * 100);
    const inOrder = runs.toSorted((a, b) => scoreOf(a) - scoreOf(b));
    const [worst, , middle] = inOrder;
    const what = `Lighthouse, ${name}: ${title}`;
    const told = [`runs: ${inOrder.map(scoreOf).join(', ')}`];
    if (id === 'performance') {
      row(`${what}, the middle of five`, scoreOf(middle), '100', scoreOf(middle) === 100);
      told.push(`processor ${inOrder.map(({ lhr }) => Math.round(lhr.environment.benchmarkIndex)).join(', ')}`);
    }
    if (scoreOf(worst) < 100) {
      told.push(...lost(worst, id));
    }
    row(`${what}, the worst of five`, `${scoreOf(worst)} (${told.join('; ')})`, '100', scoreOf(worst) === 100);
  }
  const shift = Math.max(...runs.map(({ lhr }) => lhr.audits['cumulative-layout-shift'].numericValue));
  row(`layout shift, ${name}`, shift.toFixed(4), '0', shift < 0.0005);
}

async function lighthouseRows(college) {
  await audit('login', `${college.url}/login`, () => undefined);
  await audit('timetable', `${college.url}/student/timetable`, async (profile) => {
    const { context, close } = await openBrowser({}, profile);
    const [page] = context.pages();
    await logIn(page, college);
    await page.evaluate(() => navigator.serviceWorker.ready); // a student who comes back has the app on the device
    await close();
  });
}

async function switches(page, times) {
  const spent = [];
  for (let index = 0; index < times; index += 1) {
    spent.push(await cost(page, () => press(page, index % 2 === 0 ? 'Next week' : 'Previous week')));
    await page.waitForTimeout(400); // until the address has followed
  }
  return spent.map(({ script }) => script);
}

/** Turning weeks, themes and languages on a desk. */
async function deskRows(college, crowded) {
  const { context, close } = await openBrowser({ ...desk, serviceWorkers: 'block' });
  const [page] = context.pages();
  if (crowded) {
    await page.route('**/api/timetable*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const weeks = Array.from({ length: body.data.term.weeks }, (_, index) => index + 1);
      await route.fulfill({ response, json: { ...body, data: crowd(body.data, weeks) } });
    });
  }
  await logIn(page, college);
  await page.reload();
  await page.locator('#main h2').first().waitFor();
  await page.waitForTimeout(1000);
  const [first, ...later] = await switches(page, 21);
  const what = crowded ? '60 classes, 12 overlaps' : 'the demo college';
  row(`week switch, ${what}, scripting`, `${ms(median(later))}, the first ${ms(first)}`, 'at most 16 ms', median(later) <= 16);
  if (!crowded) {
    await choose(page, 'arco-locale', 'zh-CN'); // its words are on the device from here on
    const frames = await textFrames(page, () => choose(page, 'arco-locale', 'en-US'));
    row('language switch', `${frames} frame`, '1 frame', frames === 1);
    const themes = [];
    for (let index = 0; index < 9; index += 1) {
      const { script, style, layout } = await cost(page, () => choose(page, 'arco-theme', index % 2 === 0 ? 'dark' : 'light'));
      themes.push(script + style + layout);
    }
    row('theme switch', `${ms(themes[0])}, the middle of nine ${ms(median(themes))}`, 'one frame, 16.7 ms', themes[0] <= 16.7);
  }
  const longest = await longestTask(page, async () => {
    await switches(page, 6);
    for (const view of ['Agenda', 'Term', 'Week']) {
      await press(page, view);
      await page.waitForTimeout(400);
    }
  });
  row(`longest task after load, ${what}`, ms(longest), 'at most 50 ms', longest <= 50);
  await close();
}

/** Opening the timetable on a slow phone whose device keeps the app. */
async function phoneRows(college) {
  const { context, close } = await openBrowser(phone);
  await watchTimetable(context);
  const [page] = context.pages();
  await logIn(page, college);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const [name, conditions] of [
    ['fast 3G, warm', fast3G],
    ['no network', { ...fast3G, offline: true }],
  ]) {
    await session.send('Network.emulateNetworkConditions', conditions);
    const times = [];
    for (let index = 0; index < 5; index += 1) {
      times.push(await timeToTimetable(page, college.url));
      await page.goto('about:blank');
    }
    row(`timetable usable, processor ÷ 4, ${name}`, `${(median(times) / 1000).toFixed(2)} s`, 'within 2 s', median(times) <= 2000);
  }
  await close();
}

try {
  const college = await startCollege();
  const parts = {
    sizes,
    lighthouse: () => lighthouseRows(college),
    desk: () => deskRows(college, false),
    crowd: () => deskRows(college, true),
    phone: () => phoneRows(college),
  };
  const named = process.argv.slice(2);
  for (const [name, part] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) {
      await part();
    }
  }
} finally {
  await tidyUp();
}
