import { ArrowLeftIcon, type IconProps } from '@/shared/ui/icons';

export function ArrowRightIcon(props: IconProps) {
  return <ArrowLeftIcon {...props} style={{ rotate: '180deg' }} />;
}
