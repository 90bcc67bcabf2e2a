import type { ReactNode } from 'react';
import { classNames } from '@/shared/ui/class-names';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import styles from './system.module.css';

export type Mark = 'good' | 'note' | 'bad' | 'plain';

const icons = { good: SuccessIcon, note: WarningIcon, bad: ErrorIcon, plain: InfoIcon } as const;

/** A state as a shape and a word; the colour only repeats it. */
export function StateMark({ mark, children }: { mark: Mark; children: ReactNode }) {
  const Icon = icons[mark];
  return (
    <Row as="span" gap={2} inline className={classNames('text-1', styles['mark'], styles[mark])}>
      <Icon size={16} />
      {children}
    </Row>
  );
}
