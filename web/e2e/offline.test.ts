import { expect, test } from 'vitest';
import { decodeIdentity } from '@/shared/store/identity';
import { axeViolations } from './axe';
import { LoginPage } from './login-page';
import { ownNetwork } from './network';
import { ShellPage } from './shell-page';
import { TimetablePage } from './timetable-page';
import { visit, type Visit } from './visit';

/** A student whose device has cached the app. */
async function enter(how: Visit = {}) {
  const network = await ownNetwork();
  const options = { baseURL: network.url, ...how.options };
  const { context, page } = await visit({ ...how, options, worker: true });
  await new LoginPage(page).enter('user');
  const timetable = new TimetablePage(page);
  await timetable.kept();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { context, page, timetable, network };
}

test('[2.21] offline, the timetable opens with its age, and other pages explain the problem', async () => {
  const { page, timetable, network } = await enter({ phone: true });
  await network.cut(page);
  await page.reload();
  await page.getByRole('heading', { name: 'My courses', level: 1 }).waitFor({ state: 'attached' });
  await timetable.headline(/./u).first().waitFor();
  expect(await page.getByText(/This is your timetable as of/u).textContent()).toMatch(
    /^Can't reach the portal.*as of .*\d\d:\d\d/u,
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Me', exact: true }).click();
  await page.getByText("Can't reach the portal, and this page hasn't been opened on this device before.").waitFor();
  await page.getByText(/^You're offline\.$/u).waitFor(); // no data is shown, so there is no age to show
  await network.restore(page);
  await page.locator('#main h1:visible').waitFor(); // without a reload
  await expect.poll(() => page.getByText(/^You're offline/u).count()).toBe(0);
});

test('[4.8] after logging out the device shows nothing of the person, with or without a network', async () => {
  const { page, network } = await enter();
  const name = await page.evaluate(() => localStorage.getItem('user-name') ?? '');
  const account = decodeIdentity((await page.evaluate(() => localStorage.getItem('user-identity'))) ?? '') ?? '';
  expect([name, account]).not.toContain('');
  await network.cut(page);
  await new ShellPage(page).openAccountMenu();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login**');
  await page.goto('/student/timetable');
  await page.waitForURL('**/login**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('grid').count()).toBe(0);
  const left = await page.evaluate(async () => {
    const names = await caches.keys();
    const stored = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
    return { storage: JSON.stringify(localStorage), kept: stored.flat().map(({ url }) => url) };
  });
  expect(left.storage).not.toContain(name);
  expect(left.storage).not.toContain(account);
  expect(left.storage).not.toContain('timetable-kept');
  expect(left.kept.filter((url) => /\/(?:api|media|calendar)\//u.test(url))).toEqual([]);
});

test('a pushed notification is shown and links to its page', async () => {
  const { context, page, network } = await enter({ options: { permissions: ['notifications'] } });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)); // pushes only reach a ready worker
  const session = await context.newCDPSession(page);
  const complaints: string[] = [];
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage }) => {
    complaints.push(errorMessage.errorMessage);
  });
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) {
        resolve(found.registrationId);
      }
    });
  });
  // If its notifications are queried while one is being displayed, Chromium drops that one, so wait for its event.
  const displayed = new Promise((resolve) => {
    session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      resolve(backgroundServiceEvent.eventName);
    });
  });
  await session.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  await session.send('BackgroundService.startObserving', { service: 'notifications' });
  await session.send('ServiceWorker.enable');
  const said = { title: 'Finance moved', body: 'Friday 13:30', link: '/student/timetable?week=6' };
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: network.url,
    registrationId: await registered,
    data: JSON.stringify(said),
  });
  expect(await displayed).toBe('Notification displayed');
  const shown = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, data, icon }) => [title, body, data, new URL(icon).pathname]);
  });
  expect(shown).toEqual([['Finance moved', 'Friday 13:30', { link: said.link }, '/icons/192.png']]);
  expect(complaints).toEqual([]);
});
