// Prints the download size of the login page and Lighthouse's scores as rows of bench/run's table.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import lighthouse from 'lighthouse';
import { cleanUp, logIn, newFolder, openBrowser, startCollege } from './college.mjs';

function row(what, goal, measured, reached) {
  console.log(`| ${what} | ${goal} | ${measured} | ${reached ? 'reached' : '**missed**'} |`);
}

/** The script fails if a page exceeds its budget; only its figures matter here. */
async function printLoginSize() {
  const web = fileURLToPath(new URL('../../web', import.meta.url));
  const { stdout } = await promisify(execFile)('npm', ['--prefix', web, 'run', 'sizes']).catch((error) => error);
  const kb = Number(/([\d.]+) {2}login/u.exec(stdout)[1]);
  row('login page, brotli', 'at most 130 kB', `${kb} kB`, kb <= 130);
}

/** Five audits, each in a new profile. Reports the median, as Lighthouse's documentation advises. */
async function printAudits(name, url, prepare) {
  const runs = [];
  for (let index = 0; index < 5; index += 1) {
    const profile = newFolder();
    await prepare(profile);
    const { port, close } = await openBrowser(profile);
    const { lhr } = await lighthouse(url, { port, disableStorageReset: true, logLevel: 'error', output: 'json' });
    runs.push(lhr);
    await close();
  }
  for (const [id, { title }] of Object.entries(runs[0].categories)) {
    const scores = runs.map(({ categories }) => Math.round(categories[id].score * 100)).toSorted((a, b) => a - b);
    const least = id === 'performance' ? 95 : 100;
    row(
      `Lighthouse, ${name}: ${title}`,
      `at least ${least}, middle of five`,
      `${scores[2]} (${scores.join(', ')})`,
      scores[2] >= least,
    );
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
try {
  await printLoginSize();
  const college = await startCollege();
  await printAudits('login', `${college.url}/login`, () => undefined);
  await printAudits('timetable', `${college.url}/student/timetable`, (profile) => logIn(profile, college));
} finally {
  await cleanUp();
}
