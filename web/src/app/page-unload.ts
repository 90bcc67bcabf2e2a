/** How long a page may live on after the browser has cut its requests off, in ms. */
const graceTime = 100;

/**
 * Watches for the page's unload while a request runs. A reload cuts the request off, and that says nothing about the
 * server: whoever awaits the returned function then never goes on.
 */
export function watchUnload(): () => Promise<void> {
  let unloading = false;
  const note = (): void => {
    unloading = true;
  };
  // Only while the request runs: a page that listens to this event does not get into the back/forward cache.
  globalThis.addEventListener('beforeunload', note);
  return async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, graceTime);
    });
    globalThis.removeEventListener('beforeunload', note);
    return unloading ? new Promise<void>(() => undefined) : undefined;
  };
}
