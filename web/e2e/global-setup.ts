import type { TestProject } from 'vitest/node';
import { chromium } from 'playwright-core';
import type { College, DemoLogin } from './college';
import { startCollege } from './college';
import { workers } from './workers';

declare module 'vitest' {
  interface ProvidedContext {
    urls: string[];
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

/** Starts a college for each worker and one browser for all, and ends them, whatever happens. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.once('SIGINT', leave).once('SIGTERM', leave).once('SIGHUP', leave);
  const colleges: College[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(colleges.map((college) => college.stop())));
  try {
    for (let worker = 0; worker < workers; worker++) {
      colleges.push(await startCollege());
    }
    const browser = await chromium.launchServer({
      executablePath: process.env['LECTERN_CHROMIUM'] ?? '/usr/bin/chromium',
      headless: true,
      args: flags,
    });
    project.provide(
      'urls',
      colleges.map(({ url }) => url),
    );
    project.provide('logins', colleges[0]?.logins ?? []);
    project.provide('browser', browser.wsEndpoint());
    return async () => {
      await browser.close();
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
