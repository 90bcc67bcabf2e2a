import type { Locator, Page } from 'playwright-core';

/** The list of students and a student's page, as staff use them (in English). */
export class StudentsPage {
  readonly page: Page;
  readonly table: Locator;
  readonly search: Locator;
  readonly record: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Students' });
    this.search = page.getByRole('searchbox', { name: 'Search this list' });
    this.record = page.getByRole('region', { name: 'Record', exact: true });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/admin/students${query}`);
    await this.table.waitFor();
  }

  /** Opens a student's page by the number, which is unique. */
  async openOne(number: string): Promise<void> {
    await this.open();
    await this.search.fill(number);
    await this.row(number).getByRole('link').click();
    await this.record.waitFor();
  }

  row(text: string): Locator {
    return this.table.getByRole('row').filter({ hasText: text });
  }

  /** Chooses an entry in the menu of a student's page. */
  async choose(item: string): Promise<Locator> {
    await this.page.getByRole('button', { name: 'More actions' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
    return this.page.getByRole('dialog').last();
  }
}
