import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { axeViolations } from './axe';
import { LoginPage } from './login-page';
import { visit } from './visit';

const out = fileURLToPath(new URL('out/look', import.meta.url));
mkdirSync(out, { recursive: true });

const pages = [
  '/student/timetable',
  '/student/userinfo',
  '/student/watch',
  '/dashboard/workplace',
  '/message',
  '/user/info',
  '/user/setting',
  '/user/setting?tab=security',
  '/user/setting?tab=certification',
  '/admin/recordings',
  '/exception/403',
  '/exception/404',
  '/exception/500',
  '/result/success',
  '/result/error',
  '/no/such/page',
];

const looks = (['en-US', 'zh-CN'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    [false, true].map((phone) => ({
      locale,
      theme,
      phone,
      name: `${locale}-${theme}-${phone ? 390 : 1440}`,
    })),
  ),
);

/** Every page in every language, theme and size: a picture to look at and nothing for axe to find. */
describe.each(looks)('$name', ({ name, ...how }) => {
  test('[1.3] [1.4] every page is accessible and fits its screen', { timeout: 240_000 }, async () => {
    const { page } = await visit(how);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const login = new LoginPage(page);
    const look = async (path: string): Promise<void> => {
      await page.waitForLoadState('networkidle');
      const file = path.replaceAll(/\W+/gu, '-').replace(/^-/u, '');
      await page.screenshot({ path: `${out}/${file}-${name}.png`, fullPage: true });
      expect(await axeViolations(page), path).toEqual([]);
      const [content, screen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(content, `${path} is wider than the screen`).toBeLessThanOrEqual(screen);
    };
    await login.open();
    await look('/login');
    await login.enter('admin');
    for (const path of pages) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await look(path);
    }
    expect(complaints).toEqual([]);
  });
});
