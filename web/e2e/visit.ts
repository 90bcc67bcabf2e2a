import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

/** How a test looks at the college; each visit is a browser profile of its own. */
export interface Visit {
  locale?: 'en-US' | 'zh-CN';
  theme?: 'light' | 'dark';
  phone?: boolean;
  /** Lets the service worker keep the app; otherwise every request is the page's own, where a test can meet it. */
  worker?: boolean;
  options?: BrowserContextOptions;
}

/** Opens a fresh browser profile on the college; it is closed when the test ends. */
export async function visit(how: Visit = {}): Promise<{ context: BrowserContext; page: Page }> {
  const browser = await chromium.connect(inject('browser'));
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    baseURL: inject('url'),
    locale: how.locale ?? 'en-US',
    viewport: how.phone === true ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    serviceWorkers: how.worker === true ? 'allow' : 'block',
    ...how.options,
  });
  context.setDefaultTimeout(20_000); // below the test's own limit, so that a failure says what was missing
  if (how.theme !== undefined) {
    await context.addInitScript((theme) => localStorage.setItem('arco-theme', theme), how.theme);
  }
  return { context, page: await context.newPage() };
}
