import { useMemo } from 'react';
import type { Translate } from '@/shared/i18n/catalogue';
import type { Locale } from '@/shared/i18n/locale';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { LockIcon, PersonIcon, WarningIcon } from '@/shared/ui/icons';
import type { Column } from '@/shared/ui/staff/table/types';
import type { StudentItem } from './queries';
import { StatusMark } from './status-mark';
import styles from './students-page.module.css';

/** The columns that are hidden at first. */
export const hiddenColumns = ['campus', 'year', 'phone'];

/** What matters about a student's account. */
function LoginMark({ item }: { item: StudentItem }) {
  const { t } = useTranslation('students');
  const moment = useMoment();
  if (item.account === '') {
    return <span className="text-3">{t('login.none')}</span>;
  }
  if (!item.enabled) {
    return (
      <span className={styles['mark']}>
        <LockIcon size={14} />
        {t('login.closed')}
      </span>
    );
  }
  if (item.lastLogin === '') {
    return (
      <span className={styles['mark']}>
        <PersonIcon size={14} />
        {t('login.never')}
      </span>
    );
  }
  return (
    <span className={styles['mark']}>
      {item.firstPassword && <WarningIcon size={14} />}
      {item.firstPassword && `${t('login.firstPassword')} `}
      <time dateTime={item.lastLogin}>{moment(Date.parse(item.lastLogin))}</time>
    </span>
  );
}

type Columns = readonly Column<StudentItem>[];

const who = (t: Translate<'students'>, locale: Locale): Columns => [
  {
    id: 'name',
    header: t('field.name'),
    cell: ({ name, nameLatin }) => (
      <>
        {name} {locale === 'en-US' && nameLatin !== '' && <span className={styles['latin']}>{nameLatin}</span>}
      </>
    ),
    value: ({ name }) => name,
  },
  {
    id: 'number',
    header: t('field.studentNumber'),
    cell: ({ studentNumber }) => <span>{studentNumber}</span>,
    value: ({ studentNumber }) => studentNumber,
    width: 140,
  },
];

const where = (t: Translate<'students'>, locale: Locale): Columns => [
  {
    id: 'class',
    header: t('field.class'),
    cell: (item) => nameIn(locale, { name: item.class, nameEn: item.classEn }),
  },
  {
    id: 'programme',
    header: t('field.programme'),
    cell: ({ programme }) => nameIn(locale, programme),
    phone: 'none',
  },
  {
    id: 'campus',
    header: t('field.campus'),
    cell: ({ campus }) => nameIn(locale, campus),
    phone: 'none',
  },
  {
    id: 'year',
    header: t('field.entryYear'),
    cell: ({ entryYear }) => (entryYear === 0 ? '–' : String(entryYear)),
    width: 100,
    phone: 'none',
  },
];

const state = (t: Translate<'students'>): Columns => [
  {
    id: 'phone',
    header: t('field.phone'),
    cell: ({ phone }) => <span>{phone === '' ? '–' : phone}</span>,
    width: 150,
    phone: 'none',
  },
  {
    id: 'status',
    header: t('field.enrolmentStatus'),
    cell: ({ enrolmentStatus }) => <StatusMark status={enrolmentStatus} />,
    width: 140,
    phone: 'end',
  },
  {
    id: 'login',
    header: t('login.column'),
    cell: (item) => <LoginMark item={item} />,
    width: 260,
    phone: 'none',
  },
];

export function useColumns(): Columns {
  const { t, locale } = useTranslation('students');
  return useMemo(() => [...who(t, locale), ...where(t, locale), ...state(t)], [t, locale]);
}
