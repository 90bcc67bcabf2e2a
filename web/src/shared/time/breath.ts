/**
 * Lets a slow phone draw and answer before what comes next, which becomes a task of its own. Unlike a timer this is not put off
 * while the page is in the background.
 */
export function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
