// Reads from an audit's trace what kept the page's thread busy.

const millisecond = 1000; // a trace counts microseconds
const long = 12.5 * millisecond; // an audit takes a phone for four times slower: these are its tasks of 50 ms

const within = (one, other) => one.ts >= other.ts && one.ts + one.dur <= other.ts + other.dur;

/** What a task did most of the time, as deep as the trace knows. */
function doing(task, events) {
  const parts = events.filter((event) => event !== task && within(event, task) && event.dur > task.dur / 2);
  return parts.toSorted((a, b) => a.dur - b.dur)[0]?.name ?? 'unnamed';
}

/** The tasks of a page that an audit counts as long, in order: when they began, how long they took, how much of that was work. */
export function longTasks({ traceEvents }, url) {
  const start = traceEvents.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  );
  const events = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && pid === start.pid && tid === start.tid);
  return events
    .filter(({ name, ts, dur }) => name === 'RunTask' && dur >= long && ts + dur > start.ts)
    .map((task) => {
      const [at, took, work] = [task.ts - start.ts, task.dur, task.tdur].map((us) => Math.round(us / millisecond));
      return `${doing(task, events)} at ${at} ms took ${took} ms with ${work} ms of work`;
    });
}
