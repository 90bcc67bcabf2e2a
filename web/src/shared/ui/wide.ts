import { useMedia } from './use-media';

/** Whether there is room for a menu at the side; below it the phone's design applies. */
export function useWide(): boolean {
  return useMedia('(width >= 768px)');
}

/** Whether there is room for a column beside the page's own, and in the bar for what other widths show on the page. */
export function useExtraWide(): boolean {
  return useMedia('(width >= 1200px)');
}
