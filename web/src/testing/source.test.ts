// Rules about the sources that the linter can't express.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Message, Messages } from '@/shared/i18n/catalogue';
import { locales } from '@/shared/i18n/locale';
import { messageFiles } from './messages';

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/**/*.gen.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const folders = [...new Set(Object.keys(messageFiles).map((file) => file.slice(0, file.lastIndexOf('/'))))];

const keysOf = (folder: string, locale: string): string[] =>
  Object.keys(messageFiles[`${folder}/${locale}.json`] ?? {});

function parametersOf(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  const names = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/gu)].map((match) => match[1] ?? ''));
  return [...new Set(typeof message === 'string' ? names : [...names, 'count'])].toSorted();
}

/** Whether a key appears as a quoted literal or matches a template: t(`state.${state}`) uses every state. */
function isUsed(key: string, code: string): boolean {
  if (["'", '"', '`'].some((quote) => code.includes(quote + key + quote))) {
    return true;
  }
  return [...code.matchAll(/`([\w.-]*\$\{[^`]*)`/gu)].some(([, template = '']) => {
    const parts = template.split(/\$\{[^}]*\}/u);
    const fixed = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
    return parts[0]?.includes('.') === true && new RegExp(`^${fixed.join('[^.]+')}$`, 'u').test(key);
  });
}

describe.each(folders)('%s', (folder) => {
  const owner = folder.replace(/\/locales$/u, '');
  // Any code may use the app's and the shared messages; a feature's only the feature itself and the routes.
  const scope = owner.startsWith('/src/features/') ? [`${owner}/`, '/src/app/'] : ['/src/'];
  const code = Object.entries(sources)
    .filter(([file]) => scope.some((prefix) => file.startsWith(prefix)))
    .map(([, text]) => text)
    .join('\n');

  test('[1.3] both languages have the same keys, sorted', () => {
    expect(keysOf(folder, 'zh-CN')).toEqual(keysOf(folder, 'en-US'));
    expect(keysOf(folder, 'en-US')).toEqual(keysOf(folder, 'en-US').toSorted());
    expect(keysOf(folder, 'en-US')).not.toHaveLength(0);
  });

  test('[1.3] both languages take the same parameters and have their plural forms', () => {
    for (const key of keysOf(folder, 'en-US')) {
      const [english, chinese] = locales.map((locale) => messageFiles[`${folder}/${locale}.json`]?.[key] ?? '');
      expect(parametersOf(chinese ?? ''), key).toEqual(parametersOf(english ?? ''));
      for (const locale of locales) {
        const message = messageFiles[`${folder}/${locale}.json`]?.[key] ?? '';
        if (typeof message !== 'string') {
          const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
          expect(Object.keys(message).toSorted(), `${locale} ${key}`).toEqual([...wanted].toSorted());
        }
      }
    }
  });

  test('[1.3] every key is used', () => {
    expect(keysOf(folder, 'en-US').filter((key) => !isUsed(key, code))).toEqual([]);
  });
});

test('no two folders with messages have the same name, which is their namespace', () => {
  const names = folders.map((folder) => folder.split('/').at(-2));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

// Consistent Chinese: 你 instead of 您, and one word for a recording. Texts that the specification prescribes contain
// neither.
// letter has neither.
test('[1.3] the Chinese texts are consistent, including the server’s', () => {
  const server = JSON.parse(readFileSync(path.resolve('../internal/kernel/locale/zh-CN.json'), 'utf8')) as Messages;
  const chinese = [
    ...Object.entries(messageFiles).filter(([file]) => file.endsWith('/zh-CN.json')),
    ['server', server],
  ];
  for (const [file, messages] of chinese as [string, Messages][]) {
    const odd = Object.entries(messages).filter(([, text]) => /您|录像|录播/u.test(JSON.stringify(text)));
    expect(odd, file).toEqual([]);
  }
});

test('[1.3] the generated key types are those of the messages', () => {
  const script = path.resolve('scripts/gen-i18n.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

test('[1.3] no visible or announced attribute has hard-coded text', () => {
  const bare = /\s(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label)="[^"]*\p{L}/gu;
  const found = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(bare)].map(([match]) => `${file}:${match}`),
  );
  expect(found).toEqual([]);
});

test('[1.3] no source but the message files holds Chinese text', () => {
  const allowed = /^\/src\/testing\//u;
  const found = Object.entries(sources).filter(
    ([file, text]) => !allowed.test(file) && /['"`>][^'"`\n]*\p{Script=Han}/u.test(text),
  );
  expect(found.map(([file]) => file)).toEqual([]);
});

/** What modules remember of the page or the device; `forgetSession` clears the session's own, the client notices. */
const impersonal =
  /\/(?:access\/user|offline\/[\w-]+|shortcuts\/[\w-]+|store\/(?:notices|session|settings)|app\/session)\.ts$/u;

test('each module that remembers something of a person forgets it when the session ends', () => {
  const found = Object.entries(sources).filter(
    ([, text]) => /^(?:export )?const \w+[^\n=]*= createValue/mu.test(text) && !text.includes('onSessionEnd('),
  );
  expect(found.map(([file]) => file).filter((file) => !impersonal.test(file))).toEqual([]);
});

test('no source uses what browsers have on secure origins only, without a way around', () => {
  const found = Object.entries(sources).filter(([, text]) => /crypto\.randomUUID\(/u.test(text));
  expect(found.map(([file]) => file)).toEqual(['/src/testing/setup.ts']);
});

test('no search box searches for the letters of a word that an input method still composes', () => {
  const boxes = Object.entries(sources).filter(([, text]) => /type="search"|role="combobox"/u.test(text));
  expect(boxes.length).toBeGreaterThan(6);
  expect(boxes.filter(([, text]) => !text.includes('useWholeWords(')).map(([file]) => file)).toEqual([]);
});

test('no line is longer than 120 columns', () => {
  const files = ['src', 'e2e', 'gallery', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const own = files.filter(
    (file) => /(?<!\.gen|\.gen\.d)\.(?:tsx?|mjs|css)$/u.test(file) && !file.startsWith('e2e/out'),
  );
  const long = own.filter((file) => /^.{121}/mu.test(readFileSync(file, 'utf8')));
  expect(own.length).toBeGreaterThan(500);
  expect(long).toEqual([]);
});

test('every component of shared/ui is in the gallery', () => {
  const gallery = import.meta.glob<string>('/gallery/*.tsx', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const text = Object.values(gallery).join('\n');
  const left = Object.keys(sources)
    .filter((file) => /^\/src\/shared\/ui\/(?:staff\/)?[^/]+\.tsx$/u.test(file))
    .map((file) => file.slice('/src/shared/ui/'.length, -'.tsx'.length))
    .filter((name) => name !== 'field' && !text.includes(`'@/shared/ui/${name}'`));
  expect(left).toEqual([]);
});

test('a file that is not a component has at most 300 lines, a component 200', () => {
  const long = Object.entries(sources).filter(
    ([file, text]) => text.split('\n').length > (file.endsWith('.tsx') ? 201 : 301),
  );
  expect(long.map(([file]) => file)).toEqual([]);
});

test('code that students load imports nothing of shared/ui/staff, except lazily', () => {
  const ofStudents = /^\/src\/(?:main|app|shared|features\/portal)\b/u;
  const found = Object.entries(sources).filter(
    ([file, text]) =>
      ofStudents.test(file) &&
      !file.startsWith('/src/shared/ui/staff/') &&
      /^(?:import|export)(?! type)[^;]*? from '@\/shared\/ui\/staff\//mu.test(text),
  );
  expect(found.map(([file]) => file)).toEqual([]);
});

/** The modules that a source imports, statically or lazily, including types. */
function importsOf(file: string, text: string): string[] {
  const names = [
    ...text.matchAll(/^(?:import|export)\b[^;]*? from '([^']+)'/gmu),
    ...text.matchAll(/\bimport\('([^']+)'\)/gu),
  ].map(([, name = '']) => name);
  return names
    .map((name) => (name.startsWith('@/') ? `/src/${name.slice(2)}` : path.posix.join(path.posix.dirname(file), name)))
    .flatMap((name) => [`${name}.ts`, `${name}.tsx`].filter((known) => known in sources));
}

test('no module imports itself through others, lazy imports and types included', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    } else if (!done.has(file)) {
      importsOf(file, sources[file] ?? '').forEach((next) => visit(next, [...trail, file]));
      done.add(file);
    }
  };
  Object.keys(sources).forEach((file) => visit(file, []));
  expect(importsOf('/src/app/routes.ts', sources['/src/app/routes.ts'] ?? '')).toContain('/src/app/shell/shell.tsx');
  expect(cycles).toEqual([]);
});

const styles = Object.fromEntries(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(path.join('src', file), 'utf8')]),
);

/** The declarations of these properties with a length that isn't in tokens.css; a hairline may be 1px. */
function lengthsBeside(property: RegExp): string[] {
  return Object.entries(styles).flatMap(([file, text]) =>
    [...text.matchAll(/(?<![\w-])([a-z-]+): ([^;{}]+);/gu)]
      .filter(
        ([, name = '', value = '']) => property.test(name) && /(?<![\w.-])(?!1px)[\d.]+(?:px|r?em)\b/u.test(value),
      )
      .map(([declaration]) => `${file} ${declaration}`),
  );
}

test('text has one of seven sizes, and spacing one scale', () => {
  const tokens = styles['shared/theme/tokens.css'] ?? '';
  expect(tokens.match(/--size-\d+:/gu)).toHaveLength(7);
  // The text of a field on a phone is at least 16 px, or the browser zooms in; a cap in px keeps a badge in its place.
  const capped = /: m(?:in|ax)\([^;]*var\(--size-\d+\)[^;]*\);$/u;
  expect(lengthsBeside(/^font-size$/u).filter((one) => !capped.test(one))).toEqual([]);
  const known = new Set(tokens.match(/--(?:size|space)-[\w-]+(?=:)/gu));
  const used = Object.values(styles).flatMap((text) => text.match(/--(?:size|space)-[\w-]+/gu) ?? []);
  expect(used.filter((one) => !known.has(one))).toEqual([]);
  expect(lengthsBeside(/^(?:row-|column-)?gap$|^(?:padding|margin)(?:-|$)/u)).toEqual([]);
});

test('corners have one of the radii, and screens three widths at which they change', () => {
  expect(lengthsBeside(/-radius$/u)).toEqual([]);
  const widths = Object.values(styles).flatMap((text) => text.match(/(?<=\(width [<>=]+ )\w+/gu) ?? []);
  expect([...new Set(widths)].toSorted()).toEqual(['1200px', '600px', '768px']);
});
