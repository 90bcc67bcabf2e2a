import { useId, type ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './field.module.css';
import { ErrorIcon } from './icons';
import { Row, Stack } from './layout';

/** The props of every field with a label. */
export interface FieldProps {
  label: string;
  /** Help below the field. */
  hint?: ReactNode;
  /** What is wrong and how to fix it; replaces the hint. */
  error?: ReactNode;
  required?: boolean;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
  className?: string | undefined;
}

/** Attributes of the control that connect it with label, hint and error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface Props extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** The label above a form control and the hint or error below it, connected by id. */
export function Field({ label, hint, error, required = false, hideLabel = false, className, children }: Props) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== '';
  const control: ControlProps = {
    id,
    'aria-describedby': wrong ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`,
    'aria-invalid': wrong || undefined,
    'aria-required': required || undefined,
  };
  return (
    <Stack gap={1.5} shrink justify="start" className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
        {required && <span className={styles['required']} aria-hidden="true" />}
      </label>
      {children(control)}
      {wrong ? (
        <Row as="p" gap={1.5} align="start" id={`${id}-error`} className={classNames('danger', styles['error'])}>
          <ErrorIcon size={14} />
          {error}
        </Row>
      ) : (
        hint !== undefined && (
          <p id={`${id}-hint`} className={classNames('text-3', styles['hint'])}>
            {hint}
          </p>
        )
      )}
    </Stack>
  );
}
