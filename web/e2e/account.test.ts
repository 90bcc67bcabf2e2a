import { expect, test } from 'vitest';
import { demoLogin, LoginPage } from './login-page';
import { ShellPage } from './shell-page';
import { landAs, storeSession } from './session';
import { visit } from './visit';

test('[1.1] [1.2] [2.11] a student logs in, is welcomed and lands on the timetable', async () => {
  const { page } = await visit();
  const login = new LoginPage(page);
  await login.open();
  expect(await login.title.textContent()).toMatch(/^Login to .+ student side$/u);
  expect(await login.phone.getAttribute('inputmode')).toBe('tel');
  await login.logIn(demoLogin('user'));
  await page.getByText('welcome to use').waitFor();
  await new ShellPage(page).heading('My courses').waitFor();
  expect(new URL(page.url()).pathname).toBe('/student/timetable');
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).toEqual(expect.arrayContaining(['token', 'user-identity']));
});

test('[2.2] the title is Chinese for a Chinese browser', async () => {
  const { page } = await visit({ locale: 'zh-CN' });
  const login = new LoginPage(page);
  await login.open();
  expect(await login.title.textContent()).toMatch(/^登录.+学生端$/u);
});

test('[5.1] empty fields and a wrong password show an explanation', async () => {
  const { page } = await visit();
  const login = new LoginPage(page);
  await login.open();
  await login.submit.click();
  await page.getByText('Username cannot be empty').waitFor();
  await page.getByText('Password cannot be empty').waitFor();
  await login.logIn({ phone: '13899999999', password: 'nothing' });
  await page.getByRole('alert').filter({ hasText: /\w/u }).first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('[4.3] login continues to the requested page', async () => {
  const { page } = await visit();
  await page.goto('/user/setting?tab=security');
  const login = new LoginPage(page);
  await login.title.waitFor();
  expect(page.url()).toContain('redirect=UserSetting');
  await login.logIn(demoLogin('user'));
  await page.waitForURL('**/user/setting?tab=security');
});

test('[4.8] logging out leads to login, also in the other tab', async () => {
  const { context, page } = await visit();
  await landAs(page);
  const other = await context.newPage();
  await other.goto('/user/info');
  await new ShellPage(other).heading('User centre').waitFor();
  await new ShellPage(page).openAccountMenu();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await Promise.all([page.waitForURL('**/login**'), other.waitForURL('**/login**')]);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('[4.2] a login page left open follows a login in another tab', async () => {
  const { context, page } = await visit();
  await page.goto('/user/setting?tab=security');
  await new LoginPage(page).title.waitFor();
  const other = await context.newPage();
  await new LoginPage(other).enter();
  await page.waitForURL('**/user/setting?tab=security');
  await new ShellPage(page).heading('User settings').waitFor();
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toBe('image/x-icon');
});

test('[2.13] user settings: three tabs, the chosen one in the address, the profile with its area', async () => {
  const { page } = await visit();
  await storeSession(page);
  await page.goto('/user/setting');
  await page.getByRole('tab', { name: 'Certification' }).click();
  await page.waitForURL('**/user/setting?tab=certification');
  await page.getByRole('tab', { name: 'Basic info' }).click();
  await page.getByRole('textbox', { name: 'Nickname' }).waitFor();
  await page.getByRole('combobox', { name: 'Country/region' }).selectOption({ label: 'China' });
  await page.getByRole('combobox', { name: 'Province' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('the login form works by keyboard alone', async () => {
  const { page } = await visit();
  const login = new LoginPage(page);
  await login.open();
  const { phone, password } = demoLogin('user');
  await login.phone.focus();
  await page.keyboard.type(phone);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/student/timetable**');
  await expect.poll(() => page.getByRole('main').count()).toBe(1);
});

test('[3.2] a picture is chosen, previewed and saved, and appears in the top bar', async () => {
  const { page } = await visit();
  await storeSession(page);
  await page.goto('/user/setting');
  const choose = page.getByLabel('Picture file');
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Choose a JPEG, PNG or WebP picture.').waitFor();
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await page.getByText('This is how it will look.').waitFor();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Picture saved').waitFor();
  await page.getByRole('banner').locator('img').waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .locator('img')
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBe(256);
});

test('a photo with more pixels than the server takes is made small in the browser', async () => {
  const { page } = await visit();
  await storeSession(page);
  await page.goto('/user/setting');
  const photo = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 4000;
    canvas.height = 3000;
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo, 'base64') });
  const sent = page.waitForRequest('**/api/user/avatar');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  expect((await (await sent).response())?.status()).toBe(200);
  await page.getByText('Picture saved').waitFor();
});
