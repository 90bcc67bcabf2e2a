import type { ComponentProps } from 'react';
import { CheckIcon } from '@/shared/ui/icons';
import type { Checkbox } from '@/shared/ui/switch';
import styles from './filters.module.css';

/** A radio button for options that exclude each other. */
export function OneOf({ label, checked, onChange }: ComponentProps<typeof Checkbox>) {
  return (
    <button type="button" aria-pressed={checked} className={styles['one']} onClick={() => onChange(!checked)}>
      {label}
      {checked && <CheckIcon size={16} />}
    </button>
  );
}
