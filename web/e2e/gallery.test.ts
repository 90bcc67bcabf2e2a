import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, preview, type PreviewServer } from 'vite';
import { axeViolations } from './axe';
import { takePicture } from './picture';
import { visit } from './visit';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const configFile = here('../gallery/vite.config.ts');
const outDir = mkdtempSync(path.join(tmpdir(), 'lectern-gallery-'));
let server: PreviewServer | undefined;

beforeAll(async () => {
  const how = { configFile, build: { outDir, emptyOutDir: true }, logLevel: 'warn' } as const;
  await build(how);
  server = await preview({ ...how, preview: { port: 0, host: '127.0.0.1' } });
}, 180_000);

afterAll(async () => {
  await server?.close();
  rmSync(outDir, { recursive: true, force: true });
});

/** The button that opens a layer, and the layer's role. */
const layers = [
  ['Open the dialog', 'dialog'],
  ['Open the alert', 'alertdialog'],
  ['Open the drawer', 'dialog'],
  ['Open the popover', 'dialog'],
  ['Open menu', 'menu'],
  ['Open the keys', 'dialog'],
] as const;

async function walk(page: Page, name: string): Promise<void> {
  await takePicture(page, `gallery/${name}`);
  expect(await axeViolations(page), name).toEqual([]);
  for (const [button, role] of layers) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole(role).waitFor();
    expect(await axeViolations(page), `${name}: ${button}`).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'hidden' });
  }
  await page.getByRole('combobox', { name: 'Anything' }).fill('lin');
  await page.getByRole('option', { name: 'Lin Xi' }).waitFor();
  expect(await axeViolations(page), `${name}: a combobox`).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'Anything' }).inputValue()).toBe('Lin Xi');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Give the name').waitFor();
  expect(await axeViolations(page), `${name}: a form with errors`).toEqual([]);
  await page.getByRole('button', { name: 'Notify: warning' }).click();
  await page.getByText('This is warning').waitFor();
  await page.getByRole('button', { name: 'Notify: undo' }).click();
  await page.getByText('Archived', { exact: true }).waitFor();
  expect(await axeViolations(page), `${name}: a notice`).toEqual([]);
}

// Only colours depend on the theme, and only texts on the language, so two visits cover both.
test.each([
  ['en-US', 'light'],
  ['zh-CN', 'dark'],
] as const)('[1.3] [1.4] axe finds nothing in the components of shared/ui: %s, %s', async (locale, theme) => {
  const url = server?.resolvedUrls?.local[0] ?? '';
  const { page } = await visit({ theme, locale, options: { reducedMotion: 'reduce', baseURL: url } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await walk(page, `${locale}-${theme}`);
  expect(errors).toEqual([]);
});
