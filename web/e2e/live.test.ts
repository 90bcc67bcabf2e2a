import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call } from './call';
import { startCollege } from './college';
import { coding, makeFilm, picture, sound } from './film';
import { landAs } from './session';
import { TimetablePage } from './timetable-page';
import { visit } from './visit';
import { WatchPage } from './watch-page';

/**
 * A stand-in for the college's streaming server, which isn't part of Lectern: ffmpeg streams the lecture and keeps its
 * last seconds.
 */
async function goLive(): Promise<{ origin: string; asked: string[] }> {
  const { folder } = await makeFilm('x.mp4', 1);
  const window = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '6', '-hls_flags', 'delete_segments'];
  const lecture = ['-v', 'error', '-re', ...picture, '-re', ...sound, '-g', '50', ...coding, ...window, 'live.m3u8'];
  const encoder = spawn('ffmpeg', lecture, { cwd: folder, stdio: 'ignore' });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = path.basename(request.url ?? '');
    asked.push(name);
    readFile(path.join(folder, name)).then(
      (content) => response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(content),
      () => response.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const ended = once(encoder, 'exit');
    encoder.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await ended;
  });
  await expect.poll(() => readFile(path.join(folder, 'live.m3u8')).catch(() => null)).not.toBeNull();
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A time zone in which it is now between ten and eleven, and the date there. */
function tenOClock(): { zone: string; day: string } {
  const now = new Date();
  const ahead = ((10 - now.getUTCHours() + 36) % 24) - 12;
  const zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`; // in POSIX zones, east is minus
  return { zone, day: new Date(now.getTime() + ahead * 3_600_000).toISOString().slice(0, 10) };
}

interface Timetable {
  groups: { id: string; nameEn: string }[];
  classes: { id: string; group: string }[];
}

test('[2.22] a class is watched live from the timetable, at the edge of the college’s stream', async () => {
  const { origin, asked } = await goLive();
  const { zone, day } = tenOClock();
  const college = await startCollege({ LECTERN_LIVE_ORIGINS: origin, LECTERN_TIME_ZONE: zone });
  onTestFinished(() => college.stop());
  const [student, admin] = (['user', 'admin'] as const).map((role) =>
    college.logins.find((login) => login.role === role),
  );
  const { page } = await visit({ options: { baseURL: college.url } });
  await landAs(page, student);
  const { groups, classes } = await call<Timetable>(page, 'GET', '/api/timetable');
  const marketing = groups.find(({ nameEn }) => nameEn === 'Marketing')?.id;
  const id = classes.find(({ group }) => group === marketing)?.id ?? '';

  const staff = await visit({ options: { baseURL: college.url } });
  await landAs(staff.page, admin);
  const moved = { action: 'move', class: id, group: marketing, day, starts: '10:00', ends: '11:50' };
  await call(staff.page, 'POST', '/api/admin/timetable/changes', { changes: [moved] });
  const playlist = `${origin}/live.m3u8`;
  await call(staff.page, 'PUT', `/api/admin/classes/${id}/live`, { playlist });

  const complaints: string[] = [];
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  const timetable = new TimetablePage(page);
  await timetable.open();
  await timetable.next.getByRole('link', { name: 'Join' }).click();
  const watch = new WatchPage(page);
  await watch.play();
  await watch.player.getByText('Live').first().waitFor();
  const from = (await watch.state()).time;
  await expect.poll(async () => (await watch.state()).time).toBeGreaterThan(from + 3);
  expect(await watch.seekBar.count()).toBe(0); // a live stream can't be seeked
  expect(asked.filter((name) => name === 'live.m3u8').length).toBeGreaterThan(1); // it polls for new segments
  expect(complaints).toEqual([]);
});
