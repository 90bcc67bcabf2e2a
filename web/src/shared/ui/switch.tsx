import { useId } from 'react';
import { Row } from './layout';
import styles from './switch.module.css';

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string;
  disabled?: boolean;
}

/** A setting that takes effect immediately. */
export function Switch({ label, checked, onChange, hint, disabled = false }: Props) {
  const id = useId();
  return (
    <Row gap={3} className={styles['row']}>
      <div className={styles['text']}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </span>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles['switch']}
        aria-checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...{ checked, disabled }}
        onChange={({ target }) => onChange(target.checked)}
      />
    </Row>
  );
}

/** A yes-or-no field of a form. */
export function Checkbox({ label, checked, onChange }: Omit<Props, 'hint' | 'disabled'>) {
  return (
    <label className={styles['check']}>
      <input
        type="checkbox"
        className={styles['box']}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
