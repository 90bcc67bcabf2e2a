import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { FieldProps } from '@/shared/ui/field';
import { Combobox } from './combobox';
import type { Choice, Search } from './use-search';

type Props = Omit<FieldProps, 'label'> & {
  label?: string;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  search: Search;
};

/** Somebody of the college, by name, pinyin, number or phone. */
export function PersonPicker({ label, ...props }: Props): ReactNode {
  const { t } = useTranslation('staff');
  return <Combobox label={label ?? t('picker.person')} placeholder={t('picker.personHint')} {...props} />;
}

/** A course, by code, name or teacher. */
export function CoursePicker({ label, ...props }: Props): ReactNode {
  const { t } = useTranslation('staff');
  return <Combobox label={label ?? t('picker.course')} placeholder={t('picker.courseHint')} {...props} />;
}
