// The script that stands in index.html in front of everything else, and starts all others: see src/app/theme-boot.ts.
import type { Plugin } from 'vite';
import { earlyFiles } from './early.ts';

const source = 'src/app/theme-boot.ts';

const moduleTag = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/gu;

/**
 * Puts the theme script into the page, as a classic script that blocks: a module would run after the first paint, and a
 * file would cost a round trip. The server names its hash in the page's policy, which allows no other. The modules of the
 * app are not named in the page: whatever is would be asked for at once, and compete with the first screen.
 */
export function boot(): Plugin {
  let serving = false;
  return {
    name: 'lectern:boot',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    buildStart() {
      if (!serving) {
        this.emitFile({ type: 'chunk', id: source, name: 'theme-boot' });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const place = { tag: 'script', injectTo: 'head-prepend' } as const;
        const built = Object.values(bundle).find(({ name }) => name === 'theme-boot');
        if (built?.type !== 'chunk') {
          return [{ ...place, attrs: { src: `/${source}` } }];
        }
        delete bundle[built.fileName];
        const attrs = { 'data-early': JSON.stringify(earlyFiles(bundle)) };
        return {
          html: html.replaceAll(moduleTag, ''),
          tags: [{ ...place, attrs, children: built.code.trim() }],
        };
      },
    },
  };
}
