import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { collegeUrl } from './own-college';

/** The way from one browser to the college. */
export interface Network {
  url: string;
  /** Takes the network away from a page and everything behind it. */
  cut: (page: Page) => Promise<void>;
  /** Gives it back. */
  mend: (page: Page) => Promise<void>;
}

const mark = 'no-network';

/** Makes a page believe what say() has said. */
function believe(key: string): void {
  Object.defineProperty(navigator, 'onLine', {
    get: () => sessionStorage.getItem(key) !== 'offline',
    configurable: true,
  });
}

/** Has the browser say to a page, now and after each reload, whether there is a network. */
async function say(page: Page, there: boolean): Promise<void> {
  await page.evaluate(
    ([key, kind]) => {
      sessionStorage.setItem(key, kind);
      globalThis.dispatchEvent(new Event(kind));
    },
    [mark, there ? 'online' : 'offline'] as const,
  );
}

/**
 * A way to the college that a test can cut. The browser's own switch is not enough: Chromium 148 lets a service worker
 * go on asking, and forgets to tell a page that is reloaded.
 */
export async function ownNetwork(): Promise<Network> {
  const { hostname, port } = new URL(collegeUrl());
  const sockets = new Set<Socket>();
  let up = true;
  const server = createServer((near) => {
    if (!up) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  server.listen(0, hostname);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    hangUp();
  });
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    cut: async (page) => {
      up = false;
      hangUp();
      await page.addInitScript(believe, mark);
      await page.evaluate(believe, mark);
      await say(page, false);
    },
    mend: async (page) => {
      up = true;
      await say(page, true);
    },
  };
}
