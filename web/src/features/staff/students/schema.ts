import { useMemo } from 'react';
import { maxLength, minLength, object, pipe, regex, string, trim, type GenericSchema } from 'valibot';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { RecordTexts } from './fields';

/** Empty, or matching the pattern. */
const orEmpty = (pattern: string): RegExp => new RegExp(`^(?:${pattern})?$`, 'u');

const phone = orEmpty(String.raw`1[3-9]\d{9}|\+[1-9]\d{6,14}`);
const anyPhone = orEmpty(String.raw`\+?\d{5,20}`);
const email = orEmpty(String.raw`[^\s@]+@[^\s@]+`);
const year = orEmpty(String.raw`(?:19|20|21)\d\d`);
const credits = orEmpty(String.raw`\d{1,4}(?:\.\d)?`);
const nationalId = orEmpty(String.raw`\d{17}[\dXx]`);

/** The rules for a record with their error messages. The server checks again, and more. */
export function useRecordSchema(): GenericSchema<RecordTexts, RecordTexts> {
  const { t } = useTranslation('students');
  return useMemo(() => {
    const text = (longest: number) => pipe(string(), trim(), maxLength(longest, t('wrong.long', { max: longest })));
    const needed = (longest: number) => pipe(text(longest), minLength(1, t('wrong.needed')));
    const like = (pattern: RegExp, message: string) => pipe(string(), trim(), regex(pattern, message));
    return object({
      studentNumber: pipe(needed(32), regex(/^\S+$/u, t('wrong.blank'))),
      name: needed(60),
      nameLatin: text(100),
      gender: string(),
      phone: like(phone, t('wrong.phone')),
      nationalId: like(nationalId, t('wrong.nationalId')),
      programme: string(),
      class: text(60),
      campus: string(),
      entryYear: like(year, t('wrong.year')),
      studyMode: string(),
      enrolmentStatus: string(),
      expectedGraduation: string(),
      adviser: text(60),
      creditsEarned: like(credits, t('wrong.credits')),
      creditsRequired: like(credits, t('wrong.credits')),
      email: like(email, t('wrong.email')),
      address: text(200),
      nativePlace: string(),
      emergencyName: text(60),
      emergencyPhone: like(anyPhone, t('wrong.anyPhone')),
    });
  }, [t]);
}
