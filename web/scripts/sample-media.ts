// Mock mode has no server for recordings, so the sample college's are served, with the folder's name in place of a
// ticket.
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('../../internal/sample/media', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt; charset=utf-8',
};

/** The file of an address; undefined if there is none. */
function sampleFile(url: string): string | undefined {
  const found = /^\/media\/(?<recording>[\w-]+)\/(?<file>[\w-]+\.\w+)(?:\?|$)/u.exec(url)?.groups;
  const file = found && path.join(folder, found['recording'] ?? '', found['file'] ?? '');
  return file !== undefined && path.extname(file) in types && existsSync(file) ? file : undefined;
}

/** Serves the sample recordings in mock mode. */
export function sampleMedia(): Plugin {
  return {
    name: 'lectern:sample-media',
    apply: (_, { command, mode }) => command === 'serve' && mode === 'mock',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = sampleFile(request.url ?? '');
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('Content-Type', types[path.extname(file)] ?? '');
        createReadStream(file).pipe(response);
      });
    },
  };
}
