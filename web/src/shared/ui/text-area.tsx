import type { TextareaHTMLAttributes } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { classNames } from './class-names';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';
import { countWords } from './count-words';
import { Row } from './layout';

interface Props
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required' | 'className' | 'value'> {
  value: string;
  /** Shows the word count and this limit, but doesn't prevent typing. */
  maxWords?: number;
}

/** A field with several lines. */
export function TextArea({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
  maxWords,
  ...input
}: Props) {
  const { t } = useTranslation('shared');
  const words = countWords(input.value);
  return (
    <Field {...{ label, hint, error, required, hideLabel, className }}>
      {(control) => (
        <>
          <Row gap={2} className={styles['box']}>
            <textarea rows={4} {...input} {...control} className={classNames(styles['input'], styles['area'])} />
          </Row>
          {maxWords !== undefined && (
            <output htmlFor={control.id} className={classNames(styles['count'], words > maxWords && styles['over'])}>
              {t('ui.wordCount', { words, maxWords })}
            </output>
          )}
        </>
      )}
    </Field>
  );
}
