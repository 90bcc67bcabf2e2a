import type { Locator, Page } from 'playwright-core';
import { waitUntilQuiet } from './visit';

/** The state of the video element. */
export interface VideoState {
  time: number;
  duration: number;
  paused: boolean;
  height: number;
  rate: number;
  /** The languages of the shown tracks, and their current text. */
  captions: string[];
  said: string;
}

/** The watch page as a student uses it (in English). */
export class WatchPage {
  readonly page: Page;
  readonly player: Locator;
  readonly video: Locator;
  readonly start: Locator;
  readonly seekBar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.player = page.getByRole('region', { name: /^(?:Player|播放器)/u });
    this.video = page.locator('video');
    this.start = page.getByRole('button', { name: 'Start the lesson' });
    this.seekBar = page.getByRole('slider', { name: 'Position in the lesson' });
  }

  /** Opens the list of lessons to watch. */
  async choose(): Promise<void> {
    await this.page.goto('/student/watch');
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await waitUntilQuiet(this.page); // the list is complete, so the first link of a name stays the first
  }

  /** Opens a lesson by the English names of course and lesson; resolves with its id. */
  async open(course: string, lesson: string): Promise<string> {
    await this.choose();
    await this.page.getByRole('main').getByRole('link', { name: course }).first().click();
    await this.page.waitForURL('**/student/watch?lesson=*');
    await this.page.getByRole('link', { name: lesson }).click();
    await this.page.getByRole('heading', { level: 1, name: lesson }).waitFor();
    return new URL(this.page.url()).searchParams.get('lesson') ?? '';
  }

  /** Plays, whether or not playback started automatically. */
  async play(): Promise<void> {
    await this.video.waitFor();
    await this.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    if (await this.video.evaluate((video: HTMLVideoElement) => video.paused)) {
      await this.player
        .getByRole('button', { name: /^(?:Start the lesson|Play)$/u })
        .first()
        .click();
    }
  }

  state(): Promise<VideoState> {
    return this.video.evaluate((video: HTMLVideoElement) => {
      const shown = [...video.textTracks].filter(({ mode }) => mode === 'showing');
      const cues = shown.flatMap(({ activeCues }) => [...(activeCues ?? [])]);
      return {
        time: video.currentTime,
        duration: video.duration,
        paused: video.paused,
        height: video.videoHeight,
        rate: video.playbackRate,
        captions: shown.map(({ language }) => language),
        said: cues.map((cue) => (cue as VTTCue).text).join(' '),
      };
    });
  }

  /** Chooses an entry in one of the player's menus. */
  async pick(menu: string | RegExp, item: string | RegExp): Promise<void> {
    await this.player.hover({ position: { x: 40, y: 40 } });
    await this.player.getByRole('button', { name: menu }).click();
    await this.page.getByRole('menuitemradio', { name: item }).click();
  }
}
