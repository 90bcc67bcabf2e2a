import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { appearances, flawsInAll, openAs } from './appearance';
import { feedOf } from './feed';
import { takePicture } from './picture';
import { landAs, storeSession } from './session';
import { screenOf, visit, waitUntilQuiet } from './visit';
import { waitUntilDrawn } from './wait';

/** A future class of the student with periods, as on the student's page. */
interface Coming {
  id: string;
  group: string;
  day: string;
}

/** Fetches it by opening the student's page, which also records that the page was seen. */
async function comingClass(student: Page): Promise<Coming> {
  const answer = student.waitForResponse((response) => response.url().includes('/api/timetable?'));
  await student.goto('/student/timetable');
  const { data } = (await (await answer).json()) as {
    data: {
      classes: {
        id: string;
        group: string;
        state: string;
        kind: string;
        place: { day: string; firstPeriod?: number; room?: string };
      }[];
    };
  };
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const found = data.classes
    .filter(({ state, kind, place }) => state === 'held' && kind === 'class' && place.day >= tomorrow)
    .filter(({ place }) => (place.firstPeriod ?? 0) > 0 && place.room !== undefined)
    .toSorted((a, b) => a.place.day.localeCompare(b.place.day))
    .at(4);
  if (found === undefined) {
    throw new Error('the demo has no class to come');
  }
  return { id: found.id, group: found.group, day: found.place.day };
}

/** The start times of a feed's events. */
const timesIn = (feed: string): string[] => (feed.match(/^DTSTART.*$/gmu) ?? []).toSorted();

test('[2.21] a class is moved by keyboard and published; its student sees the change, message and feed', async () => {
  const { page: student } = await visit();
  await landAs(student, 'user');
  const { id, group, day } = await comingClass(student);
  const feed = await feedOf(student);
  const planned = await feed();
  expect(planned).toContain('BEGIN:VEVENT');
  expect(planned).not.toContain('The teacher is at a conference');

  const { page: staff } = await visit();
  await storeSession(staff, 'admin');
  await staff.goto(`/admin/timetable?id=${group}&day=${day}`);
  const grid = staff.getByRole('grid');
  await grid.waitFor();
  await grid.locator(`[data-class="${id}"]`).first().focus();
  await staff.keyboard.press('Enter');
  await staff.getByRole('tab', { name: 'Move' }).waitFor();
  await staff.keyboard.press('ArrowRight');
  await staff.keyboard.press('ArrowDown');
  await staff
    .getByRole('status')
    .filter({ hasText: /periods \d/u })
    .first()
    .waitFor();
  await staff.keyboard.press('Enter');
  const alternatives = staff.getByRole('button', { name: /^1 / });
  await alternatives.waitFor();
  await waitUntilQuiet(staff);
  await takePicture(staff, 'planning/carried');
  await staff.keyboard.press('1');
  await staff.getByRole('textbox', { name: 'Reason for students' }).fill('The teacher is at a conference');
  const put = staff.getByRole('button', { name: 'Add to draft' });
  await expect.poll(() => put.isEnabled()).toBe(true);
  await staff.getByText('Message they will get').click();
  await takePicture(staff, 'planning/composed');
  await put.click();
  await staff.getByText(/^\d+ students?(?: and \d+ teachers?)? gets? one message/u).waitFor();
  await takePicture(staff, 'planning/draft');
  await staff.getByRole('button', { name: 'Publish 1 change' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Publish 1 change' }).click();
  await staff.getByText(/^1 change published\./u).waitFor();
  await staff.getByText('Published (1)').waitFor();

  await student.goto('/student/timetable');
  const news = student.getByRole('region', { name: /change since your last visit/u });
  await news.getByText(/ → /u).waitFor();
  await news.getByRole('button', { name: / → /u }).click();
  await student.getByText('The teacher is at a conference').waitFor();
  await takePicture(student, 'planning/student');
  await student.goto('/student/timetable');
  await news.getByRole('button', { name: 'Got it' }).click();
  await news.waitFor({ state: 'detached' });
  await student.goto('/message');
  await expect
    .poll(async () => {
      await student.reload();
      await waitUntilQuiet(student);
      return student.getByText(/moved|The teacher is at a conference/iu).count();
    })
    .toBeGreaterThan(0);
  expect(await feed()).toContain('The teacher is at a conference');
  // What is published later that day about the course joins the message.
  const grown = student.getByRole('link', { name: /: \d timetable changes/u });
  const before = await grown.count();

  await staff.getByText('Published (1)').click();
  await staff.getByRole('button', { name: /^Published changes: / }).click();
  await staff
    .getByText(/was .*, now /u)
    .first()
    .waitFor();
  await takePicture(staff, 'planning/published');
  await staff.getByRole('button', { name: /^Withdraw: / }).click();
  await staff.getByText(/^\d+ students?(?: and \d+ teachers?)? will be notified of the correction\.$/u).waitFor();
  await staff.getByRole('button', { name: 'Withdraw and notify' }).click();
  await staff.getByText('withdrawn').waitFor();

  await expect
    .poll(async () => {
      await student.goto('/message');
      await waitUntilQuiet(student);
      return grown.count();
    })
    .toBe(before + 1);
  await student.goto('/student/timetable');
  await student
    .getByRole('region', { name: /change since your last visit/u })
    .getByText(/ → /u)
    .waitFor();
  expect(timesIn(await feed())).toEqual(timesIn(planned));
  expect(await feed()).not.toContain('The teacher is at a conference');
});

test('[2.21] a class is dragged to a time when its room is taken, and the composer names the other class', async () => {
  const page = await openAs('admin', { locale: 'en-US', theme: 'light' });
  await page.goto('/admin/timetable?by=room');
  const grid = page.getByRole('grid');
  const [first, second] = [grid.locator('[data-class]').first(), grid.locator('[data-class]').last()];
  await second.waitFor();
  await waitUntilQuiet(page);
  const [from, to] = [await first.boundingBox(), await second.boundingBox()];
  if (from === null || to === null) {
    throw new Error('the classes are not in sight');
  }
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await takePicture(page, 'planning/dragged');
  await page.mouse.up();
  await page.getByRole('tab', { name: 'Move' }).waitFor();
  await page
    .getByText(/Taken by/u)
    .first()
    .waitFor();
  await takePicture(page, 'planning/dropped');
  const put = page.locator('[data-put]');
  expect(await put.isEnabled()).toBe(false); // a clash of rooms needs a reason
});

describe.each(appearances.filter(({ phone }) => phone))('$name', (how) => {
  test.each([
    ['cancel', async (page: Page) => page.getByRole('tab').last().click()],
    ['move', async (page: Page) => page.getByRole('radio').first().click()],
  ])('[2.21] on a phone the first tap shows %s, and the second adds it to the draft', async (_, first) => {
    const student = await openAs('user', how);
    const { group, day } = await comingClass(student);
    const page = await openAs('admin', how);
    await page.goto(`/admin/timetable?id=${group}&day=${day}`);
    await page.locator('section ul button').first().click();
    await page.getByRole('tab').first().waitFor();
    await first(page);
    const put = page.locator('[data-put]');
    await expect.poll(() => put.isEnabled()).toBe(true);
    const added = page.waitForResponse((response) => response.url().endsWith('/api/admin/planning/lines'));
    await put.click();
    expect((await added).status()).toBe(200);
    await page.getByRole('button', { name: /^(?:Draft \(1\)|草稿（1）)$/u }).click();
    const out = page.getByRole('button', { name: /^(?:Remove .* from the draft|从草稿中移除)/u });
    await out.click();
    await out.waitFor({ state: 'detached' });
  });
});

test('[1.3] [1.4] axe finds nothing on the desk and on the composer, and they fit the screen', async () => {
  const page = await openAs('admin', {});
  const open = async (query: string): Promise<void> => {
    await page.goto(`/admin/timetable${query}`);
    await page.locator('#main h1:visible').waitFor();
    await waitUntilQuiet(page);
  };
  const alerts = page.getByRole('alert').filter({ hasText: /\[/u });
  for (const [name, query] of [
    ['week', ''],
    ['rooms', '?view=day'],
    ['term', '?view=term'],
  ] as const) {
    await open(query);
    expect(await flawsInAll(page, `planning/${name}`)).toEqual([]);
    expect(await alerts.count()).toBe(0);
  }
  for (const phone of [false, true]) {
    await page.setViewportSize(screenOf(phone));
    await open('?by=room');
    const day = phone ? page.locator('section ul button') : page.locator('[data-class]');
    if ((await day.count()) > 0) {
      await day.first().click();
      await page.getByRole('tab').first().waitFor();
    }
    const chosen = appearances.filter((how) => how.phone === phone);
    expect(await flawsInAll(page, 'planning/composer', chosen)).toEqual([]);
    expect(await alerts.count()).toBe(0);
  }
});

/** Words of cards that break across lines. Browsers without a dictionary don't hyphenate, so hyphenation is off. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.locator('[data-spot]').evaluateAll((cards) => {
    const broken: string[] = [];
    for (const card of cards) {
      card.querySelectorAll('span').forEach(({ style }) => {
        style.hyphens = 'manual';
      });
      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        for (const word of (node.textContent ?? '').matchAll(/[a-z]+/giu)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) {
            broken.push(word[0]);
          }
        }
      }
    }
    return broken;
  });
}

test.each(['en-US', 'zh-CN'] as const)(
  '[1.4] cards of a week break between words, and name what is cut off: %s',
  async (locale) => {
    const pages = { admin: await openAs('admin', { locale }), user: await openAs('user', { locale }) };
    for (const [width, who, path] of [
      [1024, 'admin', '/admin/timetable?by=teacher'],
      [1200, 'admin', '/admin/timetable?by=teacher'],
      [1440, 'admin', '/admin/timetable?by=class'],
      [1024, 'user', '/student/timetable'],
      [390, 'user', '/student/timetable?view=week'],
    ] as const) {
      const page = pages[who];
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.locator('#main h1:visible').waitFor();
      await waitUntilQuiet(page);
      await waitUntilDrawn(page);
      await takePicture(page, `planning/cards-${locale}-${who}-${width}`);
      expect(await brokenWords(page), `${path} at ${width}`).toEqual([]);
      const card = page.locator('button[data-spot]').first();
      if ((await card.count()) > 0) {
        expect(await card.getAttribute('title')).not.toBe('');
      }
    }
  },
);

test('[1.4] resizing the window keeps the details in the desk’s panel open', async () => {
  const { id, group, day } = await comingClass(await openAs('user', { locale: 'en-US' }));
  const page = await openAs('admin', { locale: 'en-US' });
  await page.goto(`/admin/timetable?id=${group}&day=${day}`);
  await page.locator(`[data-class="${id}"]`).first().click();
  await page.getByRole('tab', { name: 'Cancel' }).click();
  await page.getByText('Message they will get').click();
  for (const width of [1100, 1300, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    await page
      .getByRole(width < 1200 ? 'dialog' : 'complementary')
      .locator('details[open]')
      .first()
      .waitFor();
    await takePicture(page, `planning/panel-${width}`);
  }
  expect(await page.getByRole('tab', { name: 'Cancel' }).getAttribute('aria-selected')).toBe('true');
});
