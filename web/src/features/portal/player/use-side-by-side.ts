import { useMedia } from '@/shared/ui/use-media';

/** Whether the lessons have room beside the player; below it they are a tab. */
export function useSideBySide(): boolean {
  return useMedia('(width >= 1100px)');
}
