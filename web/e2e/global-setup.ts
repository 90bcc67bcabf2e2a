import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { chromium } from 'playwright-core';
import { makeDemo, type DemoLogin } from './college';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the college that each file copies. */
    demo: string;
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

// process.exit runs the clean-up handlers; the signal's default action would not.
const leave = (): void => process.exit(130);

/** Makes a demo college to copy and starts one browser for all files; cleans both up, whatever happens. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.once('SIGINT', leave).once('SIGTERM', leave).once('SIGHUP', leave);
  const { data, logins } = await makeDemo();
  const remove = (): void => rmSync(data, { recursive: true, force: true });
  process.once('exit', remove);
  const browser = await chromium.launchServer({
    executablePath: process.env['LECTERN_CHROMIUM'] ?? '/usr/bin/chromium',
    headless: true,
    args: flags,
  });
  project.provide('demo', data);
  project.provide('logins', logins);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    remove();
  };
}
