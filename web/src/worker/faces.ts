// A browser reads the file of a face when its first letter is laid out, and the page waits for it: a Chinese face has
// twenty megabytes. Here it is asked for while the page is still starting, so that it lies ready when the page is drawn.

/** A request of a page, and when it has its answer. Older browsers do not say so. */
interface AnsweredEvent extends Event {
  request: { url: string };
  handled?: Promise<unknown>;
}

/** The part of a service worker's global scope that is used here. */
export interface FacesScope {
  navigator: { language: string };
  setTimeout: (act: () => void, after: number) => number;
  clearTimeout: (timer: number) => void;
  OffscreenCanvas?: typeof OffscreenCanvas;
  addEventListener: (type: 'fetch', listener: (event: AnsweredEvent) => void) => void;
}

/** As in tokens.css, and the weights that the page begins with. */
const english = { names: "'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei'", weights: [400] };
const chinese = { names: "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'", weights: [400, 600] };

/** How long no file has been asked for when the page has them all, in milliseconds. */
const quiet = 20;

function read({ navigator, OffscreenCanvas: Canvas }: FacesScope): void {
  const text = Canvas === undefined ? null : new Canvas(1, 1).getContext('2d');
  if (text !== null) {
    const { names, weights } = navigator.language.startsWith('zh') ? chinese : english;
    for (const weight of weights) {
      text.font = `${weight} 14px ${names}`;
      text.measureText('\u8bfe'); // any Chinese letter
    }
  }
}

/** Reads the Chinese faces once, after the files of the first page: its scripts must not wait for them. */
export function readFaces(scope: FacesScope): void {
  let done = false;
  let timer = 0;
  const wait = (): void => {
    scope.clearTimeout(timer);
    timer = scope.setTimeout(() => {
      done = true;
      read(scope);
    }, quiet);
  };
  scope.addEventListener('fetch', ({ request, handled }) => {
    if (!done && new URL(request.url).pathname.startsWith('/assets/')) {
      void handled?.then(wait, wait); // one that could not be had is not waited for either
    }
  });
}
