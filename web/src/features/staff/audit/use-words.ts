import type { Key } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import type { Entry } from './queries';

interface Words {
  /** The action, such as 'changed the record of'; untranslated actions are shown by their code. */
  did: (action: string) => string;
  /** A name, the server itself, or someone who wasn't logged in. */
  who: (entry: Pick<Entry, 'account' | 'accountName' | 'address'>) => string;
  /** The field's name, or its key if it has none. */
  field: (name: string) => string;
  /** A value as text: yes or no, a time, or an audience. */
  value: (text: string) => string;
}

export function useWords(): Words {
  const { t } = useTranslation('audit');
  const moment = useMoment();
  // The translation of a missing key is the key itself.
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
      // Rules of a timetable, such as 'weekday:1 periods:3-4 weeks:1-16 room:A101' (one or more) or 'day:2026-11-20
      // periods:3-4'.
      if (/^(?:weekday|day|periods|time):\d/u.test(text)) {
        return text.replaceAll(
          /(?<=^|[ ,])(?<kind>[a-z]+):/gu,
          (_, kind: string) => `${known(`field.${kind}`, kind)} `,
        );
      }
      // The audience of a notice, such as 'class:MKT2501'.
      const [, kind = '', name = ''] = /^(?<kind>[a-z]+):(?<name>.+)$/u.exec(text) ?? [];
      return kind === '' ? known(`value.${text}`, text) : `${known(`field.${kind}`, kind)} ${name}`;
    },
  };
}
