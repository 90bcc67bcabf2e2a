import { expect, inject, test } from 'vitest';
import { flawsInAll, openAs } from './appearance';
import { takePicture } from './picture';
import { landAs, storeSession } from './session';
import { visit, waitUntilQuiet } from './visit';

const teacher = inject('logins').find(({ scope }) => scope === 'teacher');

test('a teacher asks for a change, the office publishes it, and the teacher and a student are notified', async () => {
  const { page } = await visit();
  await landAs(page, teacher);
  await page.getByRole('link', { name: 'Teaching' }).first().click();
  await page
    .getByRole('link', { name: /Corporate Finance/u })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Upcoming classes' }).click();
  await page
    .getByRole('button', { name: /^Request a change/u })
    .last()
    .click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('A congress in Shenzhen');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Requested: Cancel class').first().waitFor();

  const { page: office } = await visit();
  await storeSession(office, 'admin');
  await office.goto('/admin/timetable');
  await office.getByRole('heading', { name: 'Requests from teachers' }).waitFor();
  await office.getByText('Reason: A congress in Shenzhen').waitFor();
  await takePicture(office, 'teaching/desk');
  await office.getByRole('button', { name: /^Open/u }).first().click();
  const put = office.getByRole('button', { name: 'Add to draft' });
  await expect.poll(() => put.isEnabled()).toBe(true);
  await put.click();
  const publish = office.getByRole('button', { name: /^Publish \d+ changes?$/u });
  await publish.waitFor();

  await page.goto('/teaching?tab=requests');
  await page.getByText('Accepted, not published yet').waitFor();

  const { page: student } = await visit();
  await landAs(student, 'user');
  await waitUntilQuiet(student);
  await publish.click();
  await office
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Publish/u })
    .click();
  await office.getByText(/published\. .* and \d+ teachers? will be notified\./u).waitFor();
  for (const who of [student, page]) {
    await expect
      .poll(async () => {
        await who.goto('/message');
        await waitUntilQuiet(who);
        return who.getByText(/^Cancelled: Corporate Finance/u).count();
      })
      .toBe(1);
  }
  await student.goto('/student/timetable');
  await student
    .getByRole('region', { name: /change since your last visit/u })
    .getByText(/Corporate Finance/u)
    .first()
    .waitFor();
  await page.goto('/teaching?tab=requests');
  await page.getByText('Published').first().waitFor();
});

test('[1.3] [1.4] axe finds nothing on the pages of a teacher, and they fit the screen', async () => {
  const page = await openAs(teacher ?? 'user', {});
  await page.goto('/teaching');
  const group = page.locator('#main a[href^="/teaching/"]').first();
  await group.waitFor();
  const address = (await group.getAttribute('href')) ?? '';
  expect(address).not.toBe('');
  for (const [name, path] of [
    ['groups', '/teaching'],
    ['requests', '/teaching?tab=requests'],
    ['students', address],
    ['classes', `${address}?tab=classes`],
    ['notice', `${address}?tab=notice`],
  ] as const) {
    await page.goto(path);
    await page.locator('#main h1:visible').waitFor();
    expect(await flawsInAll(page, `teaching/${name}`)).toEqual([]);
  }
});

test('[1.4] all tabs of a group are on the screen of a phone', async () => {
  const { page } = await visit({ phone: true });
  await storeSession(page, teacher);
  await page.goto('/teaching');
  await page.locator('#main a[href^="/teaching/"]').first().click();
  const width = page.viewportSize()?.width ?? 0;
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  // The list of groups, which is left here, has tabs too.
  await page.getByRole('tab', { name: 'Notice' }).waitFor();
  for (const tab of await tabs.all()) {
    const box = await tab.boundingBox();
    expect([box !== null && box.x >= 0, box !== null && box.x + box.width <= width]).toEqual([true, true]);
  }
});
