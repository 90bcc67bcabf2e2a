// Starts the built program with the demo college in a folder of its own, and a browser beside it.
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

/** What is to be undone when the bench ends, the latest first. */
const undo = [];
export async function tidyUp() {
  for (const act of undo.splice(0).toReversed()) {
    await act();
  }
}

function folder(name) {
  const made = mkdtempSync(path.join(tmpdir(), `lectern-bench-${name}-`));
  undo.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The server's address and a student who may log in. */
export async function startCollege() {
  const binary = process.env.LECTERN_BIN ?? path.join(root, 'bin/lectern');
  const env = { ...process.env, LECTERN_LISTEN: '127.0.0.1:0', LECTERN_DATA: folder('data') };
  const demo = await promisify(execFile)(binary, ['demo', '--json'], { env });
  const student = JSON.parse(demo.stdout).find(({ role }) => role === 'user');
  const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(async () => {
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

/** What a browser remembers from one start to the next: at first, nothing. */
export const newProfile = () => folder('browser');

/** A browser that is told what to do. */
export async function openBrowser(options = {}, profile = newProfile()) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromePath,
    headless: true,
    args: flags,
    locale: 'en-US',
    ...options,
  });
  let closed = false;
  const close = async () => {
    if (!closed) {
      closed = true;
      await context.close();
    }
  };
  undo.push(close);
  return { context, close };
}

/** A browser that nobody speaks to but who joins it by its port: whoever else listens costs the page its time. */
export async function openQuietBrowser(profile) {
  const { port, kill } = await launch({
    chromePath,
    userDataDir: profile,
    chromeFlags: [...flags, '--headless=new', '--lang=en-US'],
  });
  undo.push(kill);
  return { port, close: kill };
}

/** Logs a student in and waits for the timetable. */
export async function logIn(page, { url, student }) {
  await page.goto(`${url}/login`);
  await page.fill('input[name="phone"]', student.phone);
  await page.fill('input[name="password"]', student.password);
  await page.click('button[type="submit"]');
  await page.waitForURL('**/student/timetable**');
  await page.locator('#main h2').first().waitFor();
}
