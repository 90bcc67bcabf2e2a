/** How long a page may live on after the browser has cancelled its requests, in ms. */
const graceTime = 100;

/**
 * Watches for the page's unload while a request runs. A reload cancels the request, which says nothing about the
 * server; the returned promise then never resolves.
 */
export function watchUnload(): () => Promise<void> {
  let unloading = false;
  const note = (): void => {
    unloading = true;
  };
  // Only while the request runs: a page with this listener can't enter the back/forward cache.
  globalThis.addEventListener('beforeunload', note);
  return async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, graceTime);
    });
    globalThis.removeEventListener('beforeunload', note);
    return unloading ? new Promise<void>(() => undefined) : undefined;
  };
}
