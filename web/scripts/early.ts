// What the app is made of, and what it will surely ask for once it runs, by who opens it and in which language: written
// into index.html, where the theme script asks for all of it together instead of in three round trips.
import type { Rolldown } from 'vite';
import { withImports } from './with-imports.ts';

const visits = {
  login: { chunks: ['login-route'], messages: ['shared', 'app', 'account'] },
  timetable: {
    chunks: ['shell', 'timetable-page'],
    messages: ['shared', 'app', 'account', 'message', 'timetable'],
  },
} as const;

const locales = ['en-US', 'zh-CN'] as const;

/** Run by themselves: the entry, and the router as soon as it is there, not in one long piece with everything else. */
const runs = ['index', 'router'] as const;

type Visits = Record<keyof typeof visits, Record<(typeof locales)[number], string[]>>;

/** File names under /assets/: what runs, what that imports, and what comes next by visit and language. */
export type Early = Visits & { run: string[]; app: string[] };

const baseName = (file: string): string => file.slice('assets/'.length);

/** The files of the app, and of each visit on top. */
export function earlyFiles(bundle: Rolldown.OutputBundle): Early {
  const named = (stem: string): string[] =>
    Object.keys(bundle).filter((file) => file.startsWith(`assets/${stem}-`) && file.endsWith('.js'));
  const known = withImports(bundle, named('index'));
  const run = runs.flatMap(named);
  const app = [...known].filter((file) => file.endsWith('.js') && !run.includes(file)); // its style stands in the page
  const of = (visit: keyof typeof visits, locale: string): string[] => {
    const { chunks, messages } = visits[visit];
    const start = [...chunks, ...messages.map((one) => `${one}.${locale}`)].flatMap(named);
    return [...withImports(bundle, start, known)].filter((file) => !known.has(file)).map(baseName);
  };
  const both = (visit: keyof typeof visits): Visits['login'] => ({
    'en-US': of(visit, 'en-US'),
    'zh-CN': of(visit, 'zh-CN'),
  });
  return {
    run: run.map(baseName),
    app: app.map(baseName),
    login: both('login'),
    timetable: both('timetable'),
  };
}
