import type { Locator, Page } from 'playwright-core';

/** The shell around every page, as a visitor uses it (in English). */
export class ShellPage {
  readonly page: Page;
  readonly menu: Locator;
  /** The column with the menu. */
  readonly side: Locator;
  readonly main: Locator;
  readonly tabs: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('navigation', { name: 'Menu' });
    this.side = page.locator('aside', { has: this.menu });
    this.main = page.getByRole('main');
    this.tabs = page.getByRole('navigation', { name: 'Open pages' });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, level: 1 });
  }

  /** Opens a page through the menu and waits for its heading. */
  async goTo(link: string, heading = link): Promise<void> {
    await this.menu.getByRole('link', { name: link, exact: true }).click();
    await this.heading(heading).waitFor();
  }

  /** Does something in the settings drawer, then closes it. */
  async inSettings(act: (drawer: Locator) => Promise<void>): Promise<void> {
    await this.page.getByRole('button', { name: 'Page settings' }).click();
    const drawer = this.page.getByRole('dialog', { name: 'Page settings' });
    await act(drawer);
    await this.page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  }

  async toggle(setting: string): Promise<void> {
    await this.inSettings((drawer) => drawer.getByRole('switch', { name: setting }).click());
  }

  async openAccountMenu(): Promise<void> {
    await this.page.getByRole('button', { name: /'s account$/u }).click();
  }

  async tabNames(): Promise<string[]> {
    return this.tabs.getByRole('link').allTextContents();
  }
}
