// Writes a .br and a .gz sibling beside every file of dist that shrinks, so that the server never compresses a
// static file itself. Of scripts and styles these two are all that is kept, for a smaller binary: whoever takes neither
// gets what the server unpacks. Brotli at 11 beats zstd on size, and Node 20 has no zstd anyway.
import { readFile, readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const worthwhile = /\.(?:html|js|css|json|svg|txt|webmanifest|map|wasm|ico)$/u;

const codecs = [
  {
    suffix: '.br',
    run: (data) =>
      promisify(brotliCompress)(data, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        },
      }),
  },
  { suffix: '.gz', run: (data) => promisify(gzip)(data, { level: 9 }) },
];

async function compress(file) {
  const data = await readFile(file);
  const copies = await Promise.all(
    codecs.map(async ({ suffix, run }) => {
      const small = await run(data);
      const shrinks = small.length < data.length;
      if (shrinks) {
        await writeFile(file + suffix, small);
      }
      return shrinks;
    }),
  );
  if (/\.(?:js|css)$/u.test(file) && copies.every(Boolean)) {
    await unlink(file);
  }
}

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
await Promise.all(
  entries
    .filter((entry) => entry.isFile() && worthwhile.test(entry.name))
    .map((entry) => compress(path.join(entry.parentPath, entry.name))),
);
// Vite empties dist; without this file Go could not embed the folder of a fresh checkout.
await writeFile(path.join(dist, '.keep'), '');
