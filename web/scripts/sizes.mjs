// Prints what a browser downloads (brotli): for the login page, everything until it is usable; for every other page,
// what is added. Fails if a figure exceeds its budget. `npm run sizes` builds first.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const built = path.resolve(process.argv[2] ?? 'node_modules/.sizes');
const budgets = {
  login: 130_000,
  shell: 60_000,
  page: 40_000,
  staffPage: 80_000,
  player: 200_000,
  search: 6_000,
};
const manifest = JSON.parse(await readFile(path.join(built, '.vite/manifest.json'), 'utf8'));

/** The files of modules (by source path), their imports and style sheets. */
function filesOf(sources, files = new Set()) {
  for (const source of sources) {
    const { file, css = [], imports = [] } = manifest[source];
    if (!files.has(file)) {
      [file, ...css].forEach((one) => files.add(one));
      filesOf(imports, files);
    }
  }
  return files;
}

const known = new Map();
async function size(file) {
  known.set(file, known.get(file) ?? (await promisify(brotliCompress)(await readFile(path.join(built, file)))).length);
  return known.get(file);
}
async function total(files, without = new Set()) {
  const sizes = await Promise.all([...files].filter((file) => !without.has(file)).map(size));
  return sizes.reduce((sum, one) => sum + one, 0);
}

const messages = (...folders) => folders.map((folder) => `src/${folder}/locales/en-US.json`);
const pageOf = (stem) => Object.keys(manifest).filter((source) => source.endsWith(`/${stem}.tsx`));

const entry = filesOf(['index.html', ...messages('shared', 'app')]).add('index.html');
const login = filesOf(messages('features/portal/account'), new Set(entry));
const shell = filesOf(
  [...pageOf('shell'), ...messages('features/portal/account', 'features/portal/messages')],
  new Set(entry),
);

let over = false;
function row(label, bytes, budget) {
  const tooBig = bytes > budget;
  over ||= tooBig;
  const kb = (bytes / 1000).toFixed(1).padStart(7);
  console.log(`${kb}  ${label}${tooBig ? `  over its budget of ${budget / 1000} kB` : ''}`);
}

console.log('  kB br');
row('login, all of it', await total(login), budgets.login);
row('shell, on top of the entry', await total(shell, entry), budgets.shell);
/** All other pages are for staff and teachers, and may load tables and forms. */
const ofStudents = /^src\/(?:app\/pages\/(?!desk-|group-|student-)|features\/portal\/)/u;
const pages = Object.keys(manifest).filter((source) => /-pages?\.tsx$/u.test(source));
for (const source of pages.toSorted()) {
  row(
    `${path.basename(source, '.tsx')}, on top of the shell`,
    await total(filesOf([source]), shell),
    ofStudents.test(source) ? budgets.page : budgets.staffPage,
  );
}
const hls = Object.keys(manifest).filter((source) => source.includes('hls.js'));
row('the player, on top of the shell', await total(filesOf([...pageOf('watch-page'), ...hls]), shell), budgets.player);
row('the search, on top of the shell', await total(filesOf(pageOf('lecture-results')), shell), budgets.search);
process.exitCode = over ? 1 : 0;
