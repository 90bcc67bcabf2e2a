import { chromium, type BrowserContext, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { expect, inject, onTestFailed, onTestFinished } from 'vitest';
import { collegeUrl } from './own-college';

/** Options of a visit; each visit is a separate browser profile. */
export interface Visit {
  locale?: 'en-US' | 'zh-CN';
  theme?: 'light' | 'dark';
  phone?: boolean;
  /**
   * Lets the service worker cache the app; otherwise the page sends every request itself, where a test can intercept
   * it.
   */
  worker?: boolean;
  options?: BrowserContextOptions;
}

/** A phone's or a desktop's screen size. */
export const screenOf = (phone: boolean): { width: number; height: number } =>
  phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };

/** Opens a new browser profile on the college, which is closed when the test ends. */
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
  // A test that timed out doesn't say in which line.
  onTestFailed(() => void process.stderr.write(`failed at ${page.url()} ${JSON.stringify(page.viewportSize())}\n`));
  return { context, page };
}

const inFlight = new WeakMap<Page, Set<Request>>();

function trackRequests(page: Page): void {
  const open = new Set<Request>();
  inFlight.set(page, open);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      open.clear(); // requests of the previous page are aborted
    }
    if (!request.url().includes('/api/admin/uploads')) {
      open.add(request); // files may load for as long as they take: the page is complete without them
    }
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/**
 * Waits until the page has no pending request and its main thread is idle, twice in a row. Playwright's 'networkidle'
 * only waits for half a second without a request, and a busy machine pauses for longer.
 */
export async function waitUntilQuiet(page: Page): Promise<void> {
  const pending = async (): Promise<number> => {
    // A browser with little processor time may never call it.
    await page.evaluate(
      () => new Promise<void>((resolve) => void requestIdleCallback(() => resolve(), { timeout: 2000 })),
    );
    return inFlight.get(page)?.size ?? 0;
  };
  await expect.poll(async () => (await pending()) + (await pending())).toBe(0);
}
