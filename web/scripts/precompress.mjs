// Writes .br and .gz files for every file of dist that gets smaller, so that the server never compresses static files
// itself. Of scripts and styles only these two are kept, for a smaller binary; clients that accept neither get the file
// unpacked by the server. Brotli at 11 is smaller than zstd, which Node 20 doesn't have anyway.
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
// Vite empties dist; without this file Go could not embed the folder in a fresh checkout.
await writeFile(path.join(dist, '.keep'), '');
