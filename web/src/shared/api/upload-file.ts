import { openAnswer, readAnswer } from './answer';
import { api, clientText } from './api';
import { ApiError, plain } from './errors';
import { signedHeaders } from './fetch-file';

interface Options {
  /** The percentage sent, 0–100. */
  onProgress: (percent: number) => void;
}

/** Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
function send(path: string, body: FormData, headers: Headers, { onProgress }: Options): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : (100 * loaded) / total),
    );
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener('error', () => reject(new ApiError('unreachable', 0, [plain(clientText('offline'))])));
    request.send(body);
  });
}

/** Uploads a file as a form with progress. Quiet: the caller shows errors next to the file. */
export function uploadFile(path: string, file: File, options: Options): Promise<unknown> {
  return api.other(
    async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      const response = await send(path, form, await signedHeaders(), options);
      return openAnswer('post', await readAnswer(response), clientText);
    },
    { quiet: true },
  );
}
