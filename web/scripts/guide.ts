// Builds the staff guide from docs/: one page per language, which the portal serves beside the app.
import { Marked } from 'marked';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Each page and its source text. */
const pages = {
  'staff.en-US': { text: 'staff.md', lang: 'en' },
  'staff.zh-CN': { text: 'staff.zh-CN.md', lang: 'zh-CN' },
} as const;

/** Adds anchors to headings: '## One student' is #one-student. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** Renders a text as a whole page. */
function guidePage(text: string, lang: string): string {
  const title = /^# (?<title>.+)$/mu.exec(text)?.groups?.['title'] ?? '';
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<main>
${marked.parse(text, { async: false })}</main>
</body>
</html>
`;
}

/** Adds guide/ to a build. */
export function guide(): Plugin {
  return {
    name: 'lectern:guide',
    apply: 'build',
    generateBundle() {
      const emit = (fileName: string, source: string | Uint8Array): void =>
        void this.emitFile({ type: 'asset', fileName: `guide/${fileName}`, source });
      for (const [name, { text, lang }] of Object.entries(pages)) {
        emit(`${name}.html`, guidePage(readFileSync(docs + text, 'utf8'), lang));
      }
      emit('guide.css', readFileSync(fileURLToPath(new URL('guide.css', import.meta.url))));
      for (const picture of readdirSync(`${docs}pictures`).filter((file) => file.startsWith('staff-'))) {
        emit(`pictures/${picture}`, readFileSync(`${docs}pictures/${picture}`));
      }
    },
  };
}
