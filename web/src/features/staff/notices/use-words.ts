import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import type { Tone } from '@/shared/ui/badge';
import { CalendarIcon, CheckIcon, CloseIcon, HistoryIcon, type IconType } from '@/shared/ui/icons';
import type { Sent } from './queries';

type Text = Sent['title'];

interface Words {
  /** A text in the reader's language, or in the other if it is missing. */
  text: (text: Text) => string;
  /** The recipients, such as 'Class Finance 2601' or '12 students by number'. */
  audience: (sent: Pick<Sent, 'to' | 'audience'>) => string;
}

export function useWords(): Words {
  const { t, locale } = useTranslation('notices');
  const className = useClassName();
  return {
    text: ({ zh = '', en = '' }) => (locale === 'zh-CN' ? zh || en : en || zh),
    audience: ({ to, audience }) => {
      const { kind, code } = audience;
      const target = to.slice(to.indexOf(':') + 1);
      const name = [shortCode(code), nameIn(locale, audience)].filter(Boolean).join(' ') || target;
      if (kind === 'all') {
        return t('to.all');
      }
      if (kind === 'list') {
        return t('to.list', { count: audience.students });
      }
      return t(`to.${kind}`, { name: kind === 'class' ? className(target) : name });
    },
  };
}

/** The shape and colour of each state, always beside its name. */
export const states = {
  scheduled: { icon: CalendarIcon, tone: 'accent' },
  sent: { icon: CheckIcon, tone: 'success' },
  expired: { icon: HistoryIcon, tone: 'neutral' },
  withdrawn: { icon: CloseIcon, tone: 'neutral' },
} as const satisfies Readonly<Record<Sent['state'], { icon: IconType; tone: Tone }>>;
