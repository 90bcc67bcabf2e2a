import { useMedia } from './use-media';

/** Whether there is room for a menu at the side; below it the phone's design applies. */
export function useWide(): boolean {
  return useMedia('(width >= 768px)');
}
