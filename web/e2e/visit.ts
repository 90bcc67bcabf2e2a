import { chromium, type BrowserContext, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { expect, inject, onTestFailed, onTestFinished } from 'vitest';
import { collegeUrl } from './own-college';

/** How a test looks at the college; each visit is a browser profile of its own. */
export interface Visit {
  locale?: 'en-US' | 'zh-CN';
  theme?: 'light' | 'dark';
  phone?: boolean;
  /** Lets the service worker keep the app; otherwise every request is the page's own, where a test can meet it. */
  worker?: boolean;
  options?: BrowserContextOptions;
}

/** The size of a phone's screen or of a desktop's. */
export const screenOf = (phone: boolean): { width: number; height: number } =>
  phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };

/** Opens a fresh browser profile on the college; it is closed when the test ends. */
export async function visit(how: Visit = {}): Promise<{ context: BrowserContext; page: Page }> {
  const browser = await chromium.connect(inject('browser'));
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    baseURL: collegeUrl(),
    locale: how.locale ?? 'en-US',
    viewport: screenOf(how.phone === true),
    serviceWorkers: how.worker === true ? 'allow' : 'block',
    ...how.options,
  });
  context.setDefaultTimeout(120_000); // below the test's own limit, so that a failure says what was missing
  if (how.theme !== undefined) {
    await context.addInitScript((theme) => localStorage.setItem('arco-theme', theme), how.theme);
  }
  context.on('page', trackRequests);
  const page = await context.newPage();
  // A test that ran out of time does not say in which line.
  onTestFailed(() => void process.stderr.write(`failed at ${page.url()} ${JSON.stringify(page.viewportSize())}\n`));
  return { context, page };
}

const inFlight = new WeakMap<Page, Set<Request>>();

function trackRequests(page: Page): void {
  const open = new Set<Request>();
  inFlight.set(page, open);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      open.clear(); // what the page before had asked for is cut off
    }
    if (!request.url().includes('/api/admin/uploads')) {
      open.add(request); // a file may be on its way for as long as it takes: the page is whole meanwhile
    }
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/**
 * Waits until the page has no request in flight and its main thread is idle, twice in a row. Playwright's 'networkidle'
 * takes half a second without a request for the end, and a busy machine pauses for longer.
 */
export async function waitUntilQuiet(page: Page): Promise<void> {
  const pending = async (): Promise<number> => {
    // A browser that gets little of the processor may never call it idle.
    await page.evaluate(
      () => new Promise<void>((resolve) => void requestIdleCallback(() => resolve(), { timeout: 2000 })),
    );
    return inFlight.get(page)?.size ?? 0;
  };
  await expect.poll(async () => (await pending()) + (await pending())).toBe(0);
}
