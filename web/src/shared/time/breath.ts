const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined; // one for all: making one takes a phone a millisecond

/**
 * Lets a slow phone draw and answer before what comes next, which becomes a task of its own. Unlike a timer this is not put off
 * while the page is in the background.
 */
export function breath(): Promise<void> {
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.addEventListener('message', () => waiting.shift()?.());
    channel.port1.start();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
