// Which modules share a file. A page on a phone pays a round trip for every handful of files and the processor for each
// of them, so what is always needed together is one file: the start of the app, the shell, and the next classes.
import type { Rolldown } from 'vite';

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** What changes once a year in files of its own, so that a new release leaves it in the caches. */
const vendors = {
  react: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/u,
  router: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/u,
};

/** `account.en-US` for the messages of a feature in a language. */
export function messageChunk(file: string | null | undefined): string | undefined {
  const match = /\/(?<owner>\w+)\/locales\/(?<locale>[\w-]+)\.json$/u.exec(file ?? '');
  return match?.groups && `${match.groups['owner']}.${match.groups['locale']}`;
}

const entry = '/src/main.ts';

/** The roots whose static imports become one file each, the earlier before the later. */
const roots = [
  {
    name: 'start',
    // With it what the login page shares with the shell: it must not fetch the shell for that. And its few rules: a style
    // that is asked for beside the others keeps the first paint waiting.
    files: [
      entry,
      '/src/features/account/login-page.module.css',
      '/src/shared/api/use-college.ts',
      '/src/shared/ui/choose-language.ts',
      '/src/shared/ui/text-field.tsx',
    ],
  },
  {
    name: 'shell',
    // With it the small things that almost every page behind it uses.
    files: [
      '/src/app/shell/shell.tsx',
      '/src/shared/course/my-courses.ts',
      '/src/shared/time/use-dates.ts',
      '/src/shared/ui/card.tsx',
      '/src/shared/ui/descriptions.tsx',
      '/src/shared/ui/qr-code.tsx',
      '/src/shared/ui/save-file.ts',
    ],
  },
  {
    name: 'agenda', // what the timetable and the dashboard share
    files: ['/src/features/timetable/next-card.tsx', '/src/features/timetable/today-card.tsx'],
  },
] as const;

/** Whether a module is one of the files or is imported by one, directly or through others. */
function isBehind(id: string, files: readonly string[], context: Context, seen = new Set<string>()): boolean {
  if (files.some((file) => id.endsWith(file))) {
    return true;
  }
  if (seen.has(id)) {
    return false;
  }
  seen.add(id);
  return (context.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isBehind(importer, files, context, seen),
  );
}

/** The files, the ones that take their modules first before those that take what is left. */
export const groups = [
  ...Object.entries(vendors).map(([name, test]) => ({ name, test })),
  ...roots.map(({ name, files }) => ({
    // The entry itself stays the file that index.html starts.
    name: (id: string, context: Context): string | null =>
      !id.endsWith(entry) && isBehind(id, files, context) ? name : null,
  })),
].map((group, index, all) => ({ ...group, priority: all.length - index }));
