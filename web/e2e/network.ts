import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { collegeUrl } from './own-college';

/** The connection between one browser and the college. */
export interface Network {
  url: string;
  /** Takes the page and everything behind it offline. */
  cut: (page: Page) => Promise<void>;
  /** Brings them back online. */
  restore: (page: Page) => Promise<void>;
}

const mark = 'no-network';

/** Makes navigator.onLine follow what setOnline() stored. */
function overrideOnline(key: string): void {
  Object.defineProperty(navigator, 'onLine', {
    get: () => sessionStorage.getItem(key) !== 'offline',
    configurable: true,
  });
}

/** Tells a page whether it is online, now and after each reload. */
async function setOnline(page: Page, there: boolean): Promise<void> {
  await page.evaluate(
    ([key, kind]) => {
      sessionStorage.setItem(key, kind);
      globalThis.dispatchEvent(new Event(kind));
    },
    [mark, there ? 'online' : 'offline'] as const,
  );
}

/**
 * A proxy to the college that a test can disconnect. The browser's own switch isn't enough: Chromium 148 lets a service
 * worker continue its requests, and doesn't apply it to reloaded pages.
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
      await page.addInitScript(overrideOnline, mark);
      await page.evaluate(overrideOnline, mark);
      await setOnline(page, false);
    },
    restore: async (page) => {
      up = true;
      await setOnline(page, true);
    },
  };
}
