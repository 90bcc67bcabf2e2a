import type { Locator, Page } from 'playwright-core';

/** The wizard of imports as a registrar uses it (in English). */
export class ImportsPage {
  readonly page: Page;
  readonly rows: Locator;
  readonly after: Locator;
  readonly counts: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole('table', { name: 'Rows' });
    this.after = page.getByRole('complementary', { name: 'After importing' });
    this.counts = page.getByRole('group', { name: 'Rows by result' });
  }

  /** Uploads a file; the page then shows its columns. */
  async upload(name: string, content: string | Buffer): Promise<void> {
    await this.page.goto('/admin/imports');
    await this.page.getByLabel('choose a file').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: typeof content === 'string' ? Buffer.from(content) : content,
    });
    await this.page.waitForURL('**/admin/imports/drafts/**');
  }

  /** From the columns to the preview. */
  async check(): Promise<void> {
    await this.page.getByRole('button', { name: /^Check rows/u }).click();
    await this.rows.waitFor();
  }

  /** The count of rows with an outcome, which filters them. */
  count(effect: string): Locator {
    return this.counts.getByRole('button', { name: effect });
  }

  /** Corrects a cell in place. */
  async correct(line: number, column: string, value: string): Promise<void> {
    const box = this.rows.getByRole('textbox', { name: `Line ${line}, ${column}` });
    await box.fill(value);
    await box.press('Enter');
  }

  async apply(): Promise<void> {
    await this.after.getByRole('button', { name: /^Import \d/u }).click();
    await this.page.getByRole('heading', { name: 'Import complete' }).waitFor();
  }

  /** From the report of an import to undoing it. */
  async undo(): Promise<void> {
    await this.page.getByRole('link', { name: 'Undo import' }).click();
    const panel = this.page.getByRole('complementary', { name: 'After undoing' });
    await panel.getByRole('button', { name: 'Undo import' }).click();
    await this.page.getByText(/undone by/u).waitFor();
  }
}
