import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** One login of the demo college, as `lectern demo --json` prints it. */
export interface DemoLogin {
  role: 'user' | 'admin';
  name: string;
  phone: string;
  password: string;
  /** The responsibility of staff, the registrar first; teachers have the role user. */
  scope?: 'registrar' | 'adviser' | 'media' | 'teacher';
}

/** A demo college that isn't running: its data folder and logins. */
export interface Demo {
  data: string;
  logins: DemoLogin[];
}

/** A running server with its own demo college. */
export interface College {
  url: string;
  logins: DemoLogin[];
  /** Kills the server and removes its data immediately; safe to call twice and from an exit handler. */
  discard: () => void;
  /** Like discard, but lets the server finish its work first. */
  stop: () => Promise<void>;
}

const binary = path.resolve(process.env['LECTERN_BIN'] ?? fileURLToPath(new URL('../../bin/lectern', import.meta.url)));

/** Resolves with the address in the line `listening on http://…`, or fails with the server's output. */
async function addressOf(server: ChildProcess): Promise<string> {
  const said: string[] = [];
  server.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`lectern serve ended with ${String(code)}:\n${said.join('')}`);
  });
  const listening = new Promise<string>((resolve) => {
    if (server.stdout !== null) {
      // The reader stays attached, so that a verbose server never blocks on a full pipe.
      createInterface(server.stdout).on('line', (line) => {
        said.push(`${line}\n`);
        const address = /listening on (?<url>https?:\/\/\S+)/u.exec(line)?.groups?.['url'];
        if (address !== undefined) {
          resolve(address.replace(/\/$/u, ''));
        }
      });
    }
  });
  failed.catch(() => undefined); // once the address is known, its exit is no failure
  return Promise.race([listening, failed]);
}

/** Fills a college before its server starts, or its registrar after; resolves with the logins. */
type Fill = (env: NodeJS.ProcessEnv, data: string) => Promise<DemoLogin[]>;

const withDemo: Fill = async (env) =>
  JSON.parse((await promisify(execFile)(binary, ['demo', '--json'], { env })).stdout) as DemoLogin[];

/** Only a registrar, created on the server's command line. */
const withRegistrar: Fill = async (env, data) => {
  const login: DemoLogin = { role: 'admin', name: '沈静', phone: '13900000001', password: 'Lectern2026' };
  const file = path.join(data, 'password');
  writeFileSync(file, login.password);
  const create = ['admin', 'create', login.phone, login.name, '--password-file', file];
  await promisify(execFile)(binary, create, { env });
  return [login];
};

/** A copy of an existing college. */
const withCopy =
  (demo: Demo): Fill =>
  (_, data) => {
    cpSync(demo.data, data, { recursive: true });
    return Promise.resolve(demo.logins);
  };

/** Starts the built binary on a free port with the demo college, with optional environment variables. */
export const startCollege = (more: NodeJS.ProcessEnv = {}): Promise<College> => start(withDemo, more);

/** Starts a copy of a demo college, which takes only a moment. */
export const startCopy = (demo: Demo): Promise<College> => start(withCopy(demo), {});

/** Starts a college with nobody but its registrar. */
export const startEmptyCollege = (): Promise<College> => start(() => Promise.resolve([]), {}, withRegistrar);

/** Makes a demo college to copy; the caller removes its folder. */
export async function makeDemo(): Promise<Demo> {
  const data = mkdtempSync(path.join(tmpdir(), 'lectern-e2e-demo-'));
  return { data, logins: await withDemo({ ...process.env, LECTERN_DATA: data }, data) };
}

/** `after` runs with the started server, which has made the installation. */
async function start(fill: Fill, more: NodeJS.ProcessEnv, after?: Fill): Promise<College> {
  const data = mkdtempSync(path.join(tmpdir(), 'lectern-e2e-'));
  const env = {
    ...process.env,
    LECTERN_LISTEN: '127.0.0.1:0',
    LECTERN_DATA: data,
    LECTERN_TEMPLATE_MENU: 'on',
    ...more,
  };
  let server: ChildProcess | undefined;
  const discard = (): void => {
    server?.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
    process.off('exit', discard);
  };
  process.once('exit', discard);
  try {
    const logins = await fill(env, data);
    const running = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    server = running;
    const url = await addressOf(running);
    logins.push(...((await after?.(env, data)) ?? []));
    const stop = async (): Promise<void> => {
      if (running.exitCode === null && running.signalCode === null) {
        const ended = once(running, 'exit');
        running.kill('SIGTERM');
        await ended;
      }
      discard();
    };
    return { url, logins, discard, stop };
  } catch (cause) {
    discard();
    throw new Error(`cannot start ${binary}; build it with "make build" or set LECTERN_BIN`, { cause });
  }
}
