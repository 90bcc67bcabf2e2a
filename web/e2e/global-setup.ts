import type { TestProject } from 'vitest/node';
import { chromium } from 'playwright-core';
import type { DemoLogin } from './college';
import { startCollege } from './college';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
    logins: DemoLogin[];
    browser: string;
  }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// An exit runs the cleaning 'exit' handlers; the signal's default would not.
const leave = (): void => process.exit(130);

/** Starts one college and one browser for the whole run and ends both, whatever happens. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.once('SIGINT', leave).once('SIGTERM', leave).once('SIGHUP', leave);
  const college = await startCollege();
  try {
    const browser = await chromium.launchServer({
      executablePath: process.env['LECTERN_CHROMIUM'] ?? '/usr/bin/chromium',
      headless: true,
      args: flags,
    });
    project.provide('url', college.url);
    project.provide('logins', college.logins);
    project.provide('browser', browser.wsEndpoint());
    return async () => {
      await browser.close();
      await college.stop();
    };
  } catch (error) {
    await college.stop();
    throw error;
  }
}
