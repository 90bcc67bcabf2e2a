import { text } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAs } from './appearance';
import { call } from './call';
import { feedOf } from './feed';
import { ImportsPage } from './imports-page';
import { demoLogin } from './login-page';
import { landAs } from './session';
import { TimetablePage } from './timetable-page';
import { waitUntilQuiet, visit, type Visit } from './visit';

async function enter(how: Visit = {}): Promise<TimetablePage> {
  return new TimetablePage(await openAs('user', how));
}

test('[2.21] a student sees week 6 of the demo college with its changes; turning weeks needs no request', async () => {
  const timetable = await enter();
  await timetable.open('?week=6');
  await timetable.headline('Week 6').waitFor();
  await timetable.grid
    .getByRole('button', { name: /Moved from/u })
    .first()
    .waitFor();
  await timetable.grid
    .getByRole('button', { name: /Overlap/u })
    .first()
    .waitFor();
  await waitUntilQuiet(timetable.page); // stored data has been refetched
  const asked: string[] = [];
  timetable.page.on('request', (request) => asked.push(request.url()));
  await timetable.turn('Next week');
  await timetable.headline('Week 7').waitFor();
  await timetable.page.waitForURL('**week=7**');
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('[2.21] an exam is imported with seats, and the student sees room and seat in timetable and feed', async () => {
  const { page: staff } = await visit();
  await landAs(staff, 'admin');
  const [found] = await call<{ code: string }[]>(staff, 'GET', `/api/admin/search?text=${demoLogin('user').phone}`);
  const imports = new ImportsPage(staff);
  const timetable = await enter();
  await timetable.open();
  const table = await call<{
    groups: { id: string; code: string }[];
    classes: {
      group: string;
      kind: string;
      week: number;
      place: { day: string; starts: string; ends: string };
    }[];
  }>(timetable.page, 'GET', '/api/timetable');
  const exam = table.classes.find(({ kind }) => kind === 'exam');
  const code = table.groups.find(({ id }) => id === exam?.group)?.code ?? '';
  await imports.upload(
    'exams.csv',
    [
      'Group,Exam date,Periods,Exam room,Student number,Seat',
      `${code},${exam?.place.day ?? ''},${exam?.place.starts ?? ''}-${exam?.place.ends ?? ''},` +
        `明德楼 A101,${found?.code ?? ''},12`,
      '',
    ].join('\n'),
  );
  await imports.check();
  await imports.apply();

  await timetable.open(`?week=${exam?.week ?? 0}`);
  await timetable.grid
    .getByRole('button')
    .filter({ hasText: /Mingde Hall A101.*Exam, seat 12/su })
    .first()
    .click();
  await timetable.panel.getByText('Mingde Hall A101').first().waitFor();
  await timetable.page.keyboard.press('Escape');
  await timetable.panel.waitFor({ state: 'detached' });
  const feed = await feedOf(timetable.page);
  expect(await feed()).toMatch(/^(?:SUMMARY|DESCRIPTION|LOCATION).*seat 12/imu);
});

test('[2.21] the keyboard moves through the grid, opens a class and returns', async () => {
  const timetable = await enter();
  await timetable.open('?week=6');
  await timetable.grid.getByRole('button').first().focus();
  await timetable.page.keyboard.press('ArrowDown');
  await timetable.page.keyboard.press('ArrowUp');
  await timetable.page.keyboard.press('Enter');
  await timetable.panel.waitFor();
  await timetable.page.keyboard.press('Escape');
  await timetable.panel.waitFor({ state: 'detached' });
  await timetable.grid.locator(':focus').waitFor(); // back where it was opened
  await timetable.page.keyboard.press('PageDown');
  await timetable.headline('Week 7').waitFor();
  expect(await timetable.grid.getAttribute('aria-label')).toContain('week 7');
});

test('[2.21] one class and the whole term are downloaded for a calendar', async () => {
  const { page, grid, panel } = await enter();
  await page.goto('/student/timetable?week=6&view=week');
  await grid
    .getByRole('button', { name: /Moved from/u })
    .first()
    .click();
  const events = async (button: Locator): Promise<number | undefined> => {
    const download = page.waitForEvent('download');
    await button.click();
    const file = await text(await (await download).createReadStream());
    return file.match(/BEGIN:VEVENT/gu)?.length;
  };
  expect(await events(panel.getByRole('button', { name: 'Add to calendar' }))).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  expect(await events(page.getByRole('menuitem', { name: /Download/u }))).toBeGreaterThan(50);
});

test('[2.21] a week prints on one page of A4', async () => {
  const timetable = await enter();
  await timetable.open('?week=6&view=week');
  await timetable.grid.waitFor();
  const pdf = (await timetable.page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page[^s]/gu)).toHaveLength(1);
});

test('[2.21] without a connection to the college the last timetable is shown with its age', async () => {
  const timetable = await enter();
  await timetable.open('?week=6');
  await timetable.grid.waitFor();
  await waitUntilQuiet(timetable.page); // a pending answer would be stored with the current time
  await timetable.page.route('**/api/**', (route) => route.abort());
  // Pretends that it was stored over an hour ago. Changing the page's clock wouldn't work: the server's clock counts.
  await timetable.page.evaluate(() => {
    const shelf = JSON.parse(localStorage.getItem('timetable-kept') ?? '') as {
      timetables: { at: number }[];
    };
    shelf.timetables.forEach((kept) => Object.assign(kept, { at: kept.at - 3_700_000 }));
    localStorage.setItem('timetable-kept', JSON.stringify(shelf));
  });
  await timetable.page.reload();
  await timetable.grid.waitFor();
  const notice = timetable.page.getByText(/This is your timetable as of/u);
  expect(await notice.textContent()).toMatch(/Can't reach the portal.*as of .*\d\d:\d\d.*1 hour ago/u);
});

test('[2.21] in another time zone the times stay the college’s, and the page says so', async () => {
  const timetable = await enter({ options: { timezoneId: 'America/New_York' } });
  await timetable.open();
  const notice = timetable.page.getByText(/Times are in the college's time zone/u);
  expect(await notice.textContent()).toContain('Asia/Shanghai');
  await timetable.open('?week=6&view=agenda');
  const monday = timetable.page.getByRole('region', { name: /^Monday/u });
  expect(await monday.textContent()).toMatch(/08:00.*09:40.*Marketing/u);
});

/** In the page: a card's lines that are only partly visible, and the icon before its title. */
function lookAtCards(buttons: readonly Element[]): { words: string; cut: number; shape: string }[] {
  const linesIn = (button: Element): { line: DOMRect; clips: DOMRect[] }[] => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const lines: { line: DOMRect; clips: DOMRect[] }[] = [];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const clips: DOMRect[] = [];
      let hidden = false;
      for (let at = walker.currentNode.parentElement; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        // A vertical title ends in an ellipsis: its line is shortened, not cut through.
        hidden ||= style.clipPath !== 'none' || style.writingMode !== 'horizontal-tb';
        if (style.overflowY !== 'visible') {
          clips.push(at.getBoundingClientRect());
        }
        if (at === button) {
          break;
        }
      }
      lines.push(...(hidden ? [] : [...range.getClientRects()].map((line) => ({ line, clips }))));
    }
    return lines;
  };
  const isCut = ({ line, clips }: { line: DOMRect; clips: DOMRect[] }): boolean => {
    const top = Math.max(line.top, ...clips.map((clip) => clip.top));
    const bottom = Math.min(line.bottom, ...clips.map((clip) => clip.bottom));
    const aside = clips.some((clip) => line.left >= clip.right || line.right <= clip.left);
    return !aside && bottom - top > 2 && bottom - top < line.height - 2;
  };
  return buttons.map((button) => ({
    words: button.textContent,
    cut: linesIn(button).filter(isCut).length,
    shape: getComputedStyle(button.querySelector('span > span') ?? button, '::before').content,
  }));
}

test.each([{ phone: false }, { phone: true }])(
  '[2.21] class cards show whole lines, and an overlap has its shape (phone: $phone)',
  async (how) => {
    const timetable = await enter(how);
    await timetable.open('?week=6&view=week');
    await timetable.grid.waitFor();
    const cards = await timetable.grid.getByRole('button').evaluateAll(lookAtCards);
    expect(cards.filter(({ cut }) => cut > 0)).toEqual([]);
    const overlapping = cards.filter(({ words }) => words.includes('Overlap'));
    expect(overlapping.length).toBeGreaterThan(1);
    expect(overlapping.every(({ shape }) => shape.startsWith('"!"'))).toBe(true);
  },
);
