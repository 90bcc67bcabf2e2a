// Prints what a visitor's browser loads (brotli): for the login page everything before it is usable, for each further
// page what comes on top. Fails when a figure is over its budget.
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const assets = path.join(dist, 'assets');
const budgets = { login: 120_000, page: 40_000, player: 200_000 };

const names = (await readdir(assets)).filter((name) => /\.(?:js|css)$/u.test(name));
const sizes = new Map(
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(assets, name);
      const { size } = await stat(`${file}.br`).catch(() => stat(file));
      return [name, size];
    }),
  ),
);
const sources = new Map(
  await Promise.all(
    names.map(async (name) => [
      name,
      name.endsWith('.js') ? await readFile(path.join(assets, name), 'utf8') : '',
    ]),
  ),
);

/** Static imports of a chunk, and of those; dynamic ones are other pages. */
function closure(start, seen = new Set()) {
  for (const name of start.filter((one) => sizes.has(one) && !seen.has(one))) {
    seen.add(name);
    const imports = sources.get(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/gu);
    closure(
      [...imports].map((match) => match[1]),
      seen,
    );
  }
  return seen;
}

/** Style sheets that Vite loads together with a lazy chunk. */
function stylesOf(stem) {
  return names.filter((name) => name.startsWith(`${stem}-`) && name.endsWith('.css'));
}

const chunk = (stem) => names.filter((name) => name.startsWith(`${stem}-`));
const total = (set) => [...set].reduce((sum, name) => sum + sizes.get(name), 0);
const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(7);

const always = closure([...chunk('index'), ...chunk('shared.en-US'), ...chunk('app.en-US')]);
const login = closure([...chunk('login-route'), ...chunk('account.en-US')], new Set(always));
const shell = closure([...chunk('shell'), ...stylesOf('shell')], new Set(always));

let over = false;
function row(label, bytes, budget) {
  const bad = bytes > budget;
  over ||= bad;
  console.log(`${kb(bytes)}  ${label}${bad ? `  over its budget of ${budget / 1000} kB` : ''}`);
}

console.log('  kB br');
const page = await stat(path.join(dist, 'index.html.br')); // the first script and the style stand in it
row('login, all of it', page.size + total(login), budgets.login);
row('shell, on top of the entry', total(shell) - total(always), budgets.page);
const pages = names.filter((name) => /-pages?-[\w-]+\.js$/u.test(name) && !login.has(name));
for (const name of pages.toSorted()) {
  const stem = name.replace(/-[\w-]{8}\.js$/u, '');
  const bytes = total(closure([name, ...stylesOf(stem)], new Set(shell))) - total(shell);
  row(`${stem}, on top of the shell`, bytes, budgets.page);
}
const player = closure([...chunk('watch-page'), ...chunk('hls')], new Set(shell));
row('the player, all of it, on top of the shell', total(player) - total(shell), budgets.player);
console.log('\nchunks');
for (const [name, size] of [...sizes].toSorted((a, b) => b[1] - a[1]).slice(0, 12)) {
  console.log(`${kb(size)}  ${name}`);
}
process.exitCode = over ? 1 : 0;
