import type { WireCaption } from './wire';

/**
 * The language of the captions to show: the viewer's choice if the lesson has it. Without a choice, and if the college
 * wants captions on, the page's language, else the college's default.
 */
export function captionsShown(captions: readonly WireCaption[], chosen: string | null, locale: string): string {
  if (chosen === null) {
    const standard = captions.find((one) => one.default);
    return (standard && (captions.find(({ language }) => language === locale) ?? standard).language) ?? '';
  }
  return captions.some(({ language }) => language === chosen) ? chosen : '';
}

/** Shows the track of one language and hides the lesson's others. */
export function showCaptions(video: HTMLVideoElement | null, captions: readonly WireCaption[], shown: string): void {
  for (const track of video?.textTracks ?? []) {
    const mode = track.language === shown ? 'showing' : 'disabled';
    // Assigning the mode fires a change event, so only assign a new value.
    if (track.mode !== mode && captions.some(({ language }) => language === track.language)) {
      track.mode = mode;
    }
  }
}

/** The captions that the transcript uses: those shown, else in the page's language, else the first. */
export function transcriptOf(captions: readonly WireCaption[], shown: string, locale: string): WireCaption | undefined {
  const of = (language: string): WireCaption | undefined => captions.find((caption) => caption.language === language);
  return of(shown) ?? of(locale) ?? captions[0];
}
