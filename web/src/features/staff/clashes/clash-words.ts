import { shortCode } from '@/shared/course/short-code';
import type { Translate } from '@/shared/i18n/catalogue';
import type { Locale } from '@/shared/i18n/locale';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { timeRange, useDates, type Dates } from '@/shared/time/use-dates';
import type { Clash } from './queries';

/** How a clash is worded. */
export interface ClashWords {
  /** 'Marketing MKT-1, 08:00–09:40'; without the time if there is no clash at the moment. */
  group: (group: Clash['first']) => string;
  /** What both classes need: the room, the teacher, or how many students they share. */
  what: (clash: Clash) => string;
  days: (clash: Clash) => string;
}

const noTime = '00:00';

export function clashWordsIn(t: Translate<'clashes'>, locale: Locale, dates: Dates): ClashWords {
  return {
    group: ({ course, courseEn, code, starts, ends }) => {
      const name = `${shortCode(code)} ${nameIn(locale, { name: course, nameEn: courseEn })}`;
      return ends === noTime ? name : `${name}, ${timeRange(starts, ends)}`;
    },
    what: ({ kind, name: zh, nameEn, students, minutes, seats, first }) => {
      const name = nameIn(locale, { name: zh, nameEn });
      switch (kind) {
        case 'students':
          return t('students', { count: students });
        case 'group':
          return t('group', { code: shortCode(first.code) });
        case 'travel':
          return name === '' ? t('travel', { minutes, count: students }) : t('travelTeacher', { name, minutes });
        case 'small':
          return t('small', { name, seats, count: students });
        case 'room':
        case 'teacher':
        default:
          return name;
      }
    },
    days: ({ days }) => {
      const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
      return days.length < 2
        ? dates.short(first)
        : t('days', { count: days.length, first: dates.short(first), last: dates.short(last) });
    },
  };
}

export function useClashWords(): ClashWords {
  const { t, locale } = useTranslation('clashes');
  return clashWordsIn(t, locale, useDates());
}
