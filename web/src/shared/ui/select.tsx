import type { SelectHTMLAttributes } from 'react';
import { classNames } from './class-names';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';
import { ChevronDownIcon } from './icons';
import { Row } from './layout';

interface Option {
  value: string;
  label: string;
}

interface Props
  extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'required' | 'className' | 'children'> {
  options: readonly Option[];
  /** Shown before anything is chosen. */
  placeholder?: string;
}

/** Chooses one of several options with the platform's own list. */
export function Select({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
  options,
  placeholder,
  ...select
}: Props) {
  return (
    <Field {...{ label, hint, error, required, hideLabel, className }}>
      {(control) => (
        <Row gap={2} className={styles['box']}>
          <select {...select} {...control} className={classNames(styles['input'], styles['select'])}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon size={16} className={styles['arrow'] ?? ''} />
        </Row>
      )}
    </Field>
  );
}
