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
  /** Of staff, of whom the first is the registrar; a teacher has the role user. */
  scope?: 'registrar' | 'adviser' | 'media' | 'teacher';
}

/** A demo college at rest: its data folder, and who can log in. */
export interface Demo {
  data: string;
  logins: DemoLogin[];
}

/** A running server with the demo college in a data folder of its own. */
export interface College {
  url: string;
  logins: DemoLogin[];
  /** Ends the server and removes its data at once; safe to call twice and from an exit handler. */
  discard: () => void;
  /** Like discard, but lets the server finish what it is doing first. */
  stop: () => Promise<void>;
}

const binary = path.resolve(process.env['LECTERN_BIN'] ?? fileURLToPath(new URL('../../bin/lectern', import.meta.url)));

/** Resolves with the address in the line `listening on http://…`, or fails with what the server said instead. */
async function addressOf(server: ChildProcess): Promise<string> {
  const said: string[] = [];
  server.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`lectern serve ended with ${String(code)}:\n${said.join('')}`);
  });
  const listening = new Promise<string>((resolve) => {
    if (server.stdout !== null) {
      // The reader stays attached, so that a chatty server never blocks on a full pipe.
      createInterface(server.stdout).on('line', (line) => {
        said.push(`${line}\n`);
        const address = /listening on (?<url>https?:\/\/\S+)/u.exec(line)?.groups?.['url'];
        if (address !== undefined) {
          resolve(address.replace(/\/$/u, ''));
        }
      });
    }
  });
  failed.catch(() => undefined); // after the address is known its end is no news
  return Promise.race([listening, failed]);
}

/** What is in the college before its server starts; resolves with who can log in. */
type Fill = (env: NodeJS.ProcessEnv, data: string) => Promise<DemoLogin[]>;

const withDemo: Fill = async (env) =>
  JSON.parse((await promisify(execFile)(binary, ['demo', '--json'], { env })).stdout) as DemoLogin[];

/** Nothing but its registrar, whom an empty college gets on the server's command line. */
const withRegistrar: Fill = async (env, data) => {
  const login: DemoLogin = { role: 'admin', name: '沈静', phone: '13900000001', password: 'Hengshan2026' };
  const file = path.join(data, 'password');
  writeFileSync(file, login.password);
  const create = ['admin', 'create', login.phone, login.name, '--password-file', file];
  await promisify(execFile)(binary, create, { env });
  return [login];
};

/** A copy of a college that was made before. */
const withCopy =
  (demo: Demo): Fill =>
  (_, data) => {
    cpSync(demo.data, data, { recursive: true });
    return Promise.resolve(demo.logins);
  };

/** Starts the built binary on a free port with the demo college, with more in its environment if need be. */
export const startCollege = (more: NodeJS.ProcessEnv = {}): Promise<College> => start(withDemo, more);

/** The same with a copy of a demo college, which takes a moment only. */
export const startCopy = (demo: Demo): Promise<College> => start(withCopy(demo), {});

/** The same with a college in which there is nobody but its registrar. */
export const startEmptyCollege = (): Promise<College> => start(withRegistrar, {});

/** Makes a demo college to start copies of; the caller removes its folder. */
export async function makeDemo(): Promise<Demo> {
  const data = mkdtempSync(path.join(tmpdir(), 'lectern-e2e-demo-'));
  return { data, logins: await withDemo({ ...process.env, LECTERN_DATA: data }, data) };
}

async function start(fill: Fill, more: NodeJS.ProcessEnv): Promise<College> {
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
