// What the page will surely ask for once the app runs, by who opens it and in which language: written into index.html,
// where the theme script asks for it at once instead of after two more round trips.
import type { Rolldown } from 'vite';

const visits = {
  login: { chunks: ['login-route'], messages: ['shared', 'app', 'account'] },
  timetable: {
    chunks: ['shell', 'timetable-page'],
    messages: ['shared', 'app', 'account', 'message', 'timetable'],
  },
} as const;

const locales = ['en-US', 'zh-CN'] as const;

/** By visit and language: file names under /assets/. */
export type Early = Record<keyof typeof visits, Record<(typeof locales)[number], string[]>>;

function withImports(
  bundle: Rolldown.OutputBundle,
  start: readonly string[],
  known: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    const output = bundle[file];
    if (output?.type === 'chunk' && !found.has(file) && !known.has(file)) {
      found.add(file);
      output.imports.forEach(add);
      output.viteMetadata?.importedCss.forEach((style) => found.add(style));
    }
  };
  start.forEach(add);
  return found;
}

/** The files of each visit, apart from those that index.html names already. */
export function earlyFiles(bundle: Rolldown.OutputBundle): Early {
  const named = (stem: string): string[] =>
    Object.keys(bundle).filter((file) => file.startsWith(`assets/${stem}-`) && file.endsWith('.js'));
  const known = withImports(bundle, named('index'), new Set());
  const of = (visit: keyof typeof visits, locale: string): string[] => {
    const { chunks, messages } = visits[visit];
    const start = [...chunks, ...messages.map((one) => `${one}.${locale}`)].flatMap(named);
    return [...withImports(bundle, start, known)]
      .filter((file) => !known.has(file))
      .map((file) => file.slice('assets/'.length));
  };
  const both = (visit: keyof typeof visits): Early['login'] => ({
    'en-US': of(visit, 'en-US'),
    'zh-CN': of(visit, 'zh-CN'),
  });
  return { login: both('login'), timetable: both('timetable') };
}
