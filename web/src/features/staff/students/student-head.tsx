import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Avatar } from '@/shared/ui/avatar';
import { Chip } from '@/shared/ui/badge';
import { IconButton, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { copyText } from '@/shared/ui/copy-text';
import { CopyIcon, MoreIcon, PhoneIcon } from '@/shared/ui/icons';
import { Menu, type MenuItem } from '@/shared/ui/menu';
import { useObjectUrl } from '@/shared/ui/use-object-url';
import { useWide } from '@/shared/ui/wide';
import { PhotoButton } from './photo-button';
import { studentsQueries, type StaffRecord } from './queries';
import { StatusMark } from './status-mark';
import styles from './student-page.module.css';
import { useCan } from './use-can';

function CopyNumber({ number }: { number: string }) {
  const { t } = useTranslation('students');
  const copy = (): void => void copyText(number, t('head.copied'), t('head.notCopied'));
  return <IconButton icon={CopyIcon} size="s" label={t('head.copy')} onClick={copy} />;
}

function Photo({ record, size }: { record: StaffRecord; size: number }) {
  const { change } = useCan();
  const src = useObjectUrl(useQuery(studentsQueries.photo(record.photo)).data);
  return (
    <div className={styles['photo']}>
      <Avatar name={record.name} src={record.photo === '' ? '' : src} size={size} />
      {change && <PhotoButton record={record} />}
    </div>
  );
}

interface Props {
  record: StaffRecord;
  actions: readonly MenuItem[];
  /** The button for the student view, if the viewer may use it. */
  view: ReactNode;
}

export function StudentHead({ record, actions, view }: Props) {
  const { t, locale } = useTranslation('students');
  const wide = useWide();
  const { name, nameLatin, studentNumber, adviser, adviserEn, entryYear, campus } = record;
  const className = nameIn(locale, { name: record.class, nameEn: record.classEn });
  const facts = [
    nameIn(locale, record.programme),
    className,
    entryYear === 0 ? '' : t('head.year', { year: String(entryYear) }),
    adviser === '' ? '' : t('head.adviser', { name: nameIn(locale, { name: adviser, nameEn: adviserEn }) }),
  ].filter((fact) => fact !== '');
  return (
    <Card>
      <div className={styles['head']}>
        <Photo record={record} size={wide ? 76 : 56} />
        <div className={styles['person']}>
          <h1 className={classNames('size-22', styles['name'])}>
            {name}
            {nameLatin !== '' && <span>{nameLatin}</span>}
          </h1>
          <p className={styles['about']}>
            <span className={styles['number']}>
              {studentNumber}
              <CopyNumber number={studentNumber} />
            </span>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          <p className={styles['chips']}>
            <StatusMark status={record.enrolmentStatus} />
            {nameIn(locale, campus) !== '' && <Chip>{nameIn(locale, campus)}</Chip>}
          </p>
        </div>
        <div className={styles['acts']}>
          {record.phone !== '' && (
            <a href={`tel:${record.phone}`} className={buttonClass({ variant: wide ? 'secondary' : 'primary' })}>
              <PhoneIcon size={18} />
              {wide ? record.phone : t('head.call')}
            </a>
          )}
          {view}
          {actions.length > 0 && (
            <Menu
              label={t('head.more')}
              items={actions}
              renderTrigger={(props) => <IconButton icon={MoreIcon} label={t('head.more')} {...props} />}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
