// Completes package-lock.json after `npm install`: npm omits platform binaries that the current registry lacks, and
// `npm ci` then rejects the lock on every platform. Each omitted optional dependency gets an entry with its exact
// version and the platform in its name, so that only that platform requests it.
import { readFile, writeFile } from 'node:fs/promises';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(await readFile(file, 'utf8'));

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'netbsd', 'openbsd', 'sunos', 'aix'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

function entryOf(name, version, dev) {
  const words = name.split(/[-/]/u);
  const cpu = processors.find((word) => words.includes(word));
  const os = systems.find((word) => words.includes(word));
  if (cpu === undefined && os === undefined) {
    throw new Error(`${name} names no platform`);
  }
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(os === 'linux' && libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

let added = 0;
for (const [at, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${at}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[nested] === undefined && lock.packages[hoisted] === undefined) {
      if (!/^\d+\.\d+\.\d+$/u.test(version)) {
        continue; // ranges aren't platform binaries, which their parent pins
      }
      lock.packages[hoisted] = entryOf(name, version, entry.dev);
      added += 1;
    }
  }
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to package-lock.json`);
