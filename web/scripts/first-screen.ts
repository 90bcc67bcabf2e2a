// What index.html shows before any script has come: the left side of the login page, as login-page.tsx will draw it
// in the same place, apart from the college's name, which the server knows.
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

const locales = ['en-US', 'zh-CN'] as const;

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8'));
}

function words(locale: string): string {
  const messages = read(`features/account/locales/${locale}.json`) as Record<string, string>;
  return (
    `<p class="welcome-headline" lang="${locale}">${messages['login.headline']}</p>` +
    `<p class="welcome-sub" lang="${locale}">${messages['login.subline']}</p>`
  );
}

function markup(): string {
  const mark =
    '<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" ' +
    'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">' +
    '<path d="M4.4 5h11.2l-1.6 4.4H6Z" /><path d="M10 9.4v6.2M6.6 15.8h6.8" /></svg>';
  const weekOfLight = read('shared/theme/week-of-light.json') as number[];
  const cells = weekOfLight.map((light) => `<span data-light="${light}"></span>`).join('');
  return (
    '<div class="welcome-page" data-first><div class="welcome">' +
    `<p class="welcome-brand"><span class="welcome-mark">${mark}</span></p>` +
    `<div class="welcome-words">${locales.map(words).join('')}</div>` +
    `<div class="welcome-week" aria-hidden="true">${cells}</div>` +
    '</div></div>'
  );
}

const styleSheet = /<link rel="stylesheet"[^>]* href="\/([^"]*)">/gu;

/** The page with its style in it, which the server's policy allows by its hash: a file would cost a round trip. */
function withStyle(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replaceAll(styleSheet, (_link, file: string) => {
    const output = bundle[file];
    if (output?.type !== 'asset') {
      throw new Error(`index.html asks for ${file}, which was not built`);
    }
    delete bundle[file];
    return `<style>${String(output.source).trim()}</style>`;
  });
}

/** Writes the first screen into the root element, where the app replaces it, and its style in front of it. */
export function firstScreen(): Plugin {
  return {
    name: 'lectern:first-screen',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        withStyle(html, bundle).replace('<div id="root">', (root) => root + markup()),
    },
  };
}
