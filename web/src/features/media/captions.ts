import type { WireCaption } from './wire';

/** Which language of captions is on: what the viewer chose where the lesson has it, else what the college set. */
export function captionsShown(captions: readonly WireCaption[], chosen: string | null): string {
  if (chosen === null) {
    return captions.find((one) => one.default)?.language ?? '';
  }
  return captions.some(({ language }) => language === chosen) ? chosen : '';
}

/** Shows the track of one language and no other of the lesson's. */
export function showCaptions(
  video: HTMLVideoElement | null,
  captions: readonly WireCaption[],
  shown: string,
): void {
  for (const track of video?.textTracks ?? []) {
    if (captions.some(({ language }) => language === track.language)) {
      track.mode = track.language === shown ? 'showing' : 'disabled';
    }
  }
}

/** Which captions the transcript is made of: those that are shown, else the page's language, else the first. */
export function transcriptOf(
  captions: readonly WireCaption[],
  shown: string,
  locale: string,
): WireCaption | undefined {
  const of = (language: string): WireCaption | undefined =>
    captions.find((caption) => caption.language === language);
  return of(shown) ?? of(locale) ?? captions[0];
}
