import type { ReactNode } from 'react';
import type { IconProps } from '@/shared/ui/icons';
import { ArrowLeftIcon } from '@/shared/ui/icons';

/** The way on. */
export function ArrowRightIcon(props: IconProps): ReactNode {
  return <ArrowLeftIcon {...props} style={{ rotate: '180deg' }} />;
}
