import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createControl, type Control } from './control';
import type { EngineCallbacks } from './engine';
import * as engines from './engine';
import { preferences } from './preferences';

/** A video element whose clock the test moves; the test environment plays nothing. */
function fakeVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  const own = { paused: true, ended: false, duration: 100, readyState: 4, currentTime: 0, error: null };
  for (const key of Object.keys(own) as (keyof typeof own)[]) {
    Object.defineProperty(video, key, {
      get: () => own[key],
      set: (value: never) => {
        own[key] = value;
      },
      configurable: true,
    });
  }
  Object.defineProperty(video, 'buffered', { value: { length: 1, start: () => 0, end: () => 40 } });
  video.play = async () => {
    own.paused = false;
    video.dispatchEvent(new Event('play'));
  };
  video.pause = () => {
    own.paused = true;
    video.dispatchEvent(new Event('pause'));
  };
  return video;
}

let control: Control;
let video: HTMLVideoElement;
let letGo: () => void;
let callbacks: EngineCallbacks;
const engine = { setLevel: vi.fn(), renew: vi.fn(), destroy: vi.fn() };

beforeEach(() => {
  vi.spyOn(engines, 'attach').mockImplementation(async (_video, _source, _startAt, tell) => {
    callbacks = tell;
    return engine;
  });
  Object.values(engine).forEach((one) => one.mockReset());
  control = createControl();
  video = fakeVideo();
  letGo = control.connect(video, document.createElement('div'));
});

afterEach(() => letGo());

describe('the player', () => {
  test('[2.22] it plays, pauses and reports its state', async () => {
    control.load({ kind: 'hls', url: '/media/T/master.m3u8' }, 12, true);
    expect(control.time.get()).toBe(12);
    await vi.waitFor(() => expect(control.state.get()).toMatchObject({ playing: true, duration: 100, buffered: 40 }));
    control.toggle();
    expect(control.state.get().playing).toBe(false);
  });

  test.each([
    ['on', 10, 40],
    ['back to the start', -50, 0],
    ['to the end', 500, 100],
  ])('[2.22] skipping %s stays inside the recording', (_name, by, at) => {
    control.seek(30);
    control.skip(by);
    expect(video.currentTime).toBe(at);
    expect(control.time.get()).toBe(at);
  });

  test('[2.22] the speed is remembered for the next lesson, also on another element', () => {
    control.setRate(1.75);
    expect(video.playbackRate).toBe(1.75);
    control.faster(1);
    expect(preferences.get().speed).toBe(2);
    const next = fakeVideo();
    const release = createControl().connect(next, document.createElement('div'));
    expect([next.playbackRate, next.defaultPlaybackRate]).toEqual([2, 2]);
    release();
  });

  test('[2.22] volume and muting are remembered', () => {
    control.setVolume(0.4);
    control.mute();
    expect(preferences.get()).toMatchObject({ volume: 0.4, muted: true });
    control.setVolume(0);
    expect(video.muted).toBe(true);
  });

  test('[2.22] qualities come from the source and are chosen on it', async () => {
    control.load({ kind: 'hls', url: '/media/T/master.m3u8' }, 0, false);
    await vi.waitFor(() => expect(callbacks).toBeDefined());
    callbacks.onLevels([
      { height: 360, bitrate: 400_000 },
      { height: 720, bitrate: 1_500_000 },
    ]);
    await Promise.resolve();
    control.setLevel(1);
    callbacks.onLevel(1);
    expect(engine.setLevel).toHaveBeenCalledWith(1);
    expect(control.state.get()).toMatchObject({ chosen: 1, level: 1 });
  });

  test('[2.22] a new source replaces the old one and ignores its late problems', async () => {
    control.load({ kind: 'hls', url: '/media/A/master.m3u8' }, 0, false);
    await vi.waitFor(() => expect(callbacks).toBeDefined());
    await Promise.resolve();
    const old = callbacks;
    control.load({ kind: 'hls', url: '/media/B/master.m3u8' }, 0, false);
    old.onProblem('network');
    expect(engine.destroy).toHaveBeenCalledTimes(1);
    expect(control.state.get().problem).toBeNull();
    await Promise.resolve();
    callbacks.onProblem('spent');
    expect(control.state.get().problem).toBe('spent');
  });

  test('[2.22] stepping a frame pauses', () => {
    void video.play();
    control.seek(10);
    control.frame(1);
    expect(video.currentTime).toBeCloseTo(10.04);
    expect(control.state.get().playing).toBe(false);
  });

  test('[2.22] picture in picture is entered and left, and a refusal by the browser is ignored', async () => {
    const enter = vi.fn(async () => ({}) as PictureInPictureWindow);
    const leave = vi.fn(async () => undefined);
    video.requestPictureInPicture = enter;
    let shown: Element | null = null;
    Object.defineProperty(document, 'pictureInPictureElement', { get: () => shown, configurable: true });
    document.exitPictureInPicture = leave;
    control.togglePictureInPicture();
    expect([enter, leave].map((one) => one.mock.calls.length)).toEqual([1, 0]);
    shown = video;
    control.togglePictureInPicture();
    expect([enter, leave].map((one) => one.mock.calls.length)).toEqual([1, 1]);
    shown = null;
    enter.mockRejectedValue(new DOMException('no press'));
    control.togglePictureInPicture();
    await Promise.resolve();
  });

  test('[2.22] full screen includes the buttons; where unsupported, only the element', () => {
    const frame = document.createElement('div');
    const enter = vi.fn(async () => undefined);
    const leave = vi.fn(async () => undefined);
    let full: Element | null = null;
    Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
    document.exitFullscreen = leave;
    frame.requestFullscreen = enter;
    letGo();
    letGo = control.connect(video, frame);
    control.toggleFull();
    expect([enter, leave].map((one) => one.mock.calls.length)).toEqual([1, 0]);
    full = frame;
    control.toggleFull();
    expect([enter, leave].map((one) => one.mock.calls.length)).toEqual([1, 1]);
    full = null;
    const phone = vi.fn();
    Object.assign(frame, { requestFullscreen: undefined });
    Object.assign(video, { webkitEnterFullscreen: phone });
    control.toggleFull();
    expect(phone).toHaveBeenCalledOnce();
  });
});
