// Generates the types of each namespace's keys and parameters, next to its JSON (TypeScript reads JSON strings as
// `string`, so the parameters can't be inferred). With --check it only compares, and fails on a difference.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src', import.meta.url));
const target = 'catalogue.gen.d.ts';

const byText = (a, b) => (a < b ? -1 : 1);

/** Names in {braces}; a plural message always takes `count`. */
function parametersOf(message) {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/gu)].map((match) => match[1])));
  if (typeof message !== 'string') {
    names.add('count');
  }
  return [...names].toSorted(byText);
}

function typeOf(message) {
  const fields = parametersOf(message).map((name) => `${name}: ${name === 'count' ? 'number' : 'Value'}`);
  return fields.length === 0 ? 'None' : `{ ${fields.join('; ')} }`;
}

async function render(folder) {
  const namespace = path.basename(path.dirname(folder));
  const messages = JSON.parse(await readFile(path.join(folder, 'en-US.json'), 'utf8'));
  const lines = Object.keys(messages)
    .toSorted(byText)
    .map((key) => `      '${key}': ${typeOf(messages[key])};`);
  return [
    '// Generated from en-US.json by `npm run gen:i18n`; do not edit.',
    `import type { None, Value } from '@/shared/i18n/catalogue';`,
    '',
    `declare module '@/shared/i18n/catalogue' {`,
    '  interface Catalogue {',
    `    '${namespace}': {`,
    ...lines,
    '    };',
    '  }',
    '}',
    '',
  ].join('\n');
}

const entries = await readdir(src, { recursive: true, withFileTypes: true });
const folders = entries
  .filter((entry) => entry.isDirectory() && entry.name === 'locales')
  .map((entry) => path.join(entry.parentPath, entry.name));

const stale = [];
for (const folder of folders) {
  const file = path.join(folder, target);
  const [wanted, found] = await Promise.all([render(folder), readFile(file, 'utf8').catch(() => '')]);
  if (wanted !== found) {
    stale.push(path.relative(src, file));
    if (!process.argv.includes('--check')) {
      await writeFile(file, wanted);
    }
  }
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`run "npm run gen:i18n": ${stale.join(', ')}`);
  process.exit(1);
}
