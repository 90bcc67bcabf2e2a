// Prints what each entry of the build costs over the wire (brotli), chunk by chunk, biggest first.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const assets = fileURLToPath(new URL('../dist/assets', import.meta.url));
const names = (await readdir(assets)).filter((name) => /\.(?:js|css)$/u.test(name));
const sizeOf = async (file) => (await stat(file).catch(() => null))?.size;
const rows = await Promise.all(
  names.map(async (name) => {
    const raw = (await sizeOf(path.join(assets, name))) ?? 0;
    return { name, raw, br: (await sizeOf(path.join(assets, `${name}.br`))) ?? raw };
  }),
);
rows.sort((a, b) => b.br - a.br);
const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(8);
console.log('      br      raw  file (kB)');
for (const { name, raw, br } of rows) {
  console.log(`${kb(br)} ${kb(raw)}  ${name}`);
}
console.log(`${kb(rows.reduce((sum, row) => sum + row.br, 0))}           all`);
