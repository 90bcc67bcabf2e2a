// Starts the built program with the sample college in a temporary folder, and browsers for it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launch } from 'chrome-launcher';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { chromium } = createRequire(path.join(root, 'web/package.json'))('playwright-core');

const chromePath = process.env.LECTERN_CHROMIUM ?? '/usr/bin/chromium';
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Clean-up functions, run in reverse order when the bench ends. */
const cleanups = [];
export async function cleanUp() {
  for (const act of cleanups.splice(0).toReversed()) {
    await act();
  }
}

/** Makes a temporary folder, for the server's data or a browser profile. */
export function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-bench-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server; returns its address and the login of a student. */
export async function startCollege() {
  const binary = path.join(root, 'bin/lectern');
  const env = { ...process.env, LECTERN_LISTEN: '127.0.0.1:0', LECTERN_DATA: newFolder() };
  const demo = await promisify(execFile)(binary, ['demo', '--json'], { env });
  const student = JSON.parse(demo.stdout).find(({ role }) => role === 'user');
  const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  cleanups.push(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
  for await (const line of createInterface(server.stdout)) {
    const url = /listening on (https?:\/\/\S+)/u.exec(line)?.[1];
    if (url !== undefined) {
      server.stdout.resume();
      return { url: url.replace(/\/$/u, ''), student };
    }
  }
  throw new Error('lectern serve ended before it listened');
}

/** Opens a browser for Lighthouse. */
export async function openBrowser(userDataDir) {
  const chromeFlags = [...flags, '--headless=new', '--lang=en-US'];
  const { port, kill } = await launch({ chromePath, userDataDir, chromeFlags });
  cleanups.push(kill);
  return { port, close: kill };
}

/** Logs a student in, leaving the session in the profile. */
export async function logIn(profile, { url, student }) {
  const options = { executablePath: chromePath, headless: true, args: flags, locale: 'en-US' };
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    const [page] = context.pages();
    await page.goto(`${url}/login`);
    await page.fill('input[name="phone"]', student.phone);
    await page.fill('input[name="password"]', student.password);
    await page.click('button[type="submit"]');
    await page.waitForURL('**/student/timetable**');
    await page.locator('#main h2').first().waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready); // as for a returning student
  } finally {
    await context.close();
  }
}
