import type { Key } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import type { Entry } from './queries';

interface Words {
  /** What was done: 'changed the record of'. An action that has no words yet is shown by its name. */
  did: (action: string) => string;
  /** Who: a name, the server itself, or somebody who was not logged in. */
  who: (entry: Pick<Entry, 'account' | 'accountName' | 'address'>) => string;
  /** What a field is called; one without a name is shown as it is. */
  field: (name: string) => string;
  /** What a value is called: yes and no in words, an instant as a time, an audience by its kind. */
  value: (text: string) => string;
}

/** The log's words in the page's language. */
export function useWords(): Words {
  const { t } = useTranslation('audit');
  const moment = useMoment();
  // A key without a text comes back as it is.
  const known = (key: string, otherwise: string): string => {
    const text = t(key as Key<'audit'>);
    return text === key ? otherwise : text;
  };
  return {
    did: (action) => known(`did.${action.replace('.', '-')}`, action),
    who: ({ account, accountName, address }) => {
      if (accountName !== '') {
        return accountName;
      }
      if (account === '') {
        return t('who.visitor');
      }
      if (account !== 'system') {
        return t('who.gone');
      }
      return address === '' ? t('who.server') : t('who.commandLine', { name: address });
    },
    field: (name) => known(`field.${name}`, name),
    value: (text) => {
      if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text)) {
        return moment(Date.parse(text));
      }
      // A rule of a timetable, 'weekday:1 periods:3-4 weeks:1-16 room:A101', several after each other, or
      // 'day:2026-11-20 periods:3-4'.
      if (/^(?:weekday|day|periods|time):\d/u.test(text)) {
        return text.replaceAll(
          /(?<=^|[ ,])(?<kind>[a-z]+):/gu,
          (_, kind: string) => `${known(`field.${kind}`, kind)} `,
        );
      }
      // 'class:MKT2501' is whom a notice is for.
      const [, kind = '', name = ''] = /^(?<kind>[a-z]+):(?<name>.+)$/u.exec(text) ?? [];
      return kind === '' ? known(`value.${text}`, text) : `${known(`field.${kind}`, kind)} ${name}`;
    },
  };
}
