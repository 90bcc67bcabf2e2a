// Measures of a page, by the browser's own counters.

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Makes every class of two weeks anew: 60 in each, 12 of them beside another. */
export function crowd(timetable, weeks) {
  const [model] = timetable.classes;
  const monday = Date.parse(timetable.term.firstMonday);
  const groups = timetable.groups.map(({ id }) => id);
  const { periods } = timetable.schemes[0];
  const classes = weeks.flatMap((week) =>
    Array.from({ length: 60 }, (_, index) => {
      const slot = index < 48 ? index : (index - 48) * 4 + (week % 4); // the last twelve overlap every fourth
      const period = periods[Math.floor(slot / 6)];
      const day = new Date(monday + ((week - 1) * 7 + (slot % 6)) * 86_400_000).toISOString().slice(0, 10);
      const { number, starts, ends } = period;
      return {
        ...model,
        id: `crowd.${week}.${index}`,
        group: groups[(index + week) % groups.length], // no two weeks alike
        week,
        place: { ...model.place, day, firstPeriod: number, lastPeriod: number, starts, ends },
        state: 'held',
      };
    }),
  );
  return { ...timetable, classes };
}

/** What the page's processor time went to while something was done, in milliseconds. */
export async function cost(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  await act();
  const after = await read();
  await session.detach();
  const spent = (name) => (after[name] - before[name]) * 1000;
  return { script: spent('ScriptDuration'), layout: spent('LayoutDuration'), style: spent('RecalcStyleDuration'), task: spent('TaskDuration') };
}

/** Presses something by its name and waits for the frame that shows it. */
export async function press(page, name) {
  await page.evaluate(async (label) => {
    const button = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    );
    button.click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, name);
}

/** Frames in which the text of the page's content changed while something was done. */
export async function textFrames(page, act) {
  await page.evaluate(() => {
    const seen = { frame: 0, frames: new Set() };
    const tick = () => {
      seen.frame += 1;
      seen.next = requestAnimationFrame(tick);
    };
    tick();
    const observer = new MutationObserver((records) => {
      if (records.some(({ type }) => type === 'characterData')) {
        seen.frames.add(seen.frame);
      }
    });
    observer.observe(document.querySelector('#main'), { characterData: true, subtree: true });
    globalThis.textFrames = () => {
      cancelAnimationFrame(seen.next);
      observer.disconnect();
      return seen.frames.size;
    };
  });
  await act();
  await page.waitForTimeout(300);
  return page.evaluate(() => globalThis.textFrames());
}

/** Chooses what is stored, as another tab would. */
export async function choose(page, key, value) {
  await page.evaluate(
    async ([name, chosen]) => {
      localStorage.setItem(name, chosen);
      globalThis.dispatchEvent(new StorageEvent('storage', { key: name }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    },
    [key, value],
  );
}

/**
 * The longest task of the page's main thread while something was done, in milliseconds of processor time: on a busy
 * machine the clock on the wall counts what others do.
 */
export async function longestTask(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const categories = 'toplevel,disabled-by-default-devtools.timeline,__metadata';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await act();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = events.filter(
    ({ name, pid, tid, tdur }) =>
      name.endsWith('RunTask') && tdur !== undefined && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  if (tasks.length === 0) {
    throw new Error('the trace holds no tasks');
  }
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}

/** Notes in every page that is opened when the timetable can be used. */
export async function watchTimetable(context) {
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#main h2') === null) {
        requestAnimationFrame(look);
      } else {
        // Usable once the main thread is free again: a press would be answered now.
        setTimeout(() => {
          globalThis.usable = performance.now();
        }, 0);
      }
    };
    requestAnimationFrame(look);
  });
}

/** Milliseconds from navigation until the timetable can be used. */
export async function timeToTimetable(page, url) {
  await page.goto(`${url}/student/timetable`, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.usable !== undefined, undefined, { timeout: 60_000 });
  return page.evaluate(() => globalThis.usable);
}
