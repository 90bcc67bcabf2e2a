import { useMedia } from './use-media';

/** Whether there is room for a menu at the side; below that the phone layout applies. */
export function useWide(): boolean {
  return useMedia('(width >= 768px)');
}

/** Whether there is room for a column beside the page, and for more in the bar. */
export function useExtraWide(): boolean {
  return useMedia('(width >= 1200px)');
}
