/** How long a page that is being left may live on after its requests were cut off. */
const farewell = 100;

/**
 * Watches whether the page is being left while something is asked for. A reload cuts a request off, and that says
 * nothing about the server; whoever awaits the end of the watch then waits for ever, as the page does not.
 */
export function watchLeaving(): () => Promise<void> {
  let leaving = false;
  const leave = (): void => {
    leaving = true;
  };
  // Listened to only meanwhile: some browsers keep no page for the way back that listens to it.
  globalThis.addEventListener('beforeunload', leave);
  return async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, farewell);
    });
    globalThis.removeEventListener('beforeunload', leave);
    return leaving ? new Promise<void>(() => undefined) : undefined;
  };
}
