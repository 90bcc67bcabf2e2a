import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** Runs ffmpeg in a folder. */
async function ffmpeg(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder });
}

export const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25'];
export const sound = ['-f', 'lavfi', '-i', 'sine=frequency=330'];
export const coding = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];

/** A folder for this test with a film of a few seconds. */
export async function makeFilm(name: string, seconds = 8): Promise<{ folder: string; film: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-film-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await ffmpeg(folder, ...picture, ...sound, '-t', String(seconds), ...coding, name);
  return { folder, film: path.join(folder, name) };
}
