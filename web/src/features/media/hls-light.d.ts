// The package types its whole build only; the light one is the same without alternate audio, subtitles and DRM.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
  export * from 'hls.js';
}
