import type { WireCaption } from './wire';

/**
 * Which language of captions is on: what the viewer chose where the lesson has it. While nothing was chosen and the
 * college wants captions, the page's language, else the one that the college set.
 */
export function captionsShown(captions: readonly WireCaption[], chosen: string | null, locale: string): string {
  if (chosen === null) {
    const standard = captions.find((one) => one.default);
    return (standard && (captions.find(({ language }) => language === locale) ?? standard).language) ?? '';
  }
  return captions.some(({ language }) => language === chosen) ? chosen : '';
}

/** Shows the track of one language and no other of the lesson's. */
export function showCaptions(video: HTMLVideoElement | null, captions: readonly WireCaption[], shown: string): void {
  for (const track of video?.textTracks ?? []) {
    const mode = track.language === shown ? 'showing' : 'disabled';
    // Setting it tells everybody that it changed, so only when it does.
    if (track.mode !== mode && captions.some(({ language }) => language === track.language)) {
      track.mode = mode;
    }
  }
}

/** Which captions the transcript is made of: those that are shown, else the page's language, else the first. */
export function transcriptOf(captions: readonly WireCaption[], shown: string, locale: string): WireCaption | undefined {
  const of = (language: string): WireCaption | undefined => captions.find((caption) => caption.language === language);
  return of(shown) ?? of(locale) ?? captions[0];
}
