import type { Locator, Page } from 'playwright-core';

/** The timetable as a student uses it (in English). */
export class TimetablePage {
  readonly page: Page;
  readonly grid: Locator;
  readonly next: Locator;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
    this.next = page.getByRole('region', { name: 'Next class' });
    this.panel = page.getByRole('dialog');
  }

  headline(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 2, name });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/student/timetable${query}`);
    await this.page.getByRole('heading', { level: 2 }).first().waitFor();
  }

  /** Waits until both the timetable and the terms are stored; an answer still pending would be stored later. */
  async kept(): Promise<void> {
    await this.page.waitForFunction(() => {
      const shelf = JSON.parse(localStorage.getItem('timetable-kept') ?? '{}') as {
        terms?: unknown;
        timetables?: unknown[];
      };
      return Boolean(shelf.terms) && (shelf.timetables ?? []).length > 0;
    });
  }

  async turn(where: 'Next week' | 'Previous week' | 'This week'): Promise<void> {
    await this.page.getByRole('button', { name: where, exact: true }).click();
  }
}
