import { ArrowLeftIcon, type IconProps } from '@/shared/ui/icons';

/** The way on. */
export function ArrowRightIcon(props: IconProps) {
  return <ArrowLeftIcon {...props} style={{ rotate: '180deg' }} />;
}
