import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { Avatar } from '@/shared/ui/avatar';
import { Chip, type Tone } from '@/shared/ui/badge';
import { ProgressRing } from '@/shared/ui/progress';
import { useObjectUrl } from '@/shared/ui/use-object-url';
import { CopyButton } from './copy-button';
import { studentQueries } from './queries';
import { creditPercent, type StudentRecord } from './record';
import styles from './student-info-page.module.css';

const tones: Readonly<Record<StudentRecord['enrolmentStatus'], Tone>> = {
  enrolled: 'success',
  suspended: 'warning',
  exchange: 'accent',
  graduated: 'accent',
  withdrawn: 'danger',
};

function Credits({ record }: { record: StudentRecord }) {
  const { t } = useTranslation('student-info');
  const { number } = useFormats();
  const known = record.creditsRequired > 0;
  const percent = creditPercent(record);
  return (
    <div className={styles['credits']}>
      <span className={styles['ring']}>
        <ProgressRing percent={percent} label={t('credits.label')} size={72} />
        <span className={styles['percent']} aria-hidden="true">
          {number(percent / 100, { style: 'percent' })}
        </span>
      </span>
      <p>
        <strong>{number(record.creditsEarned)}</strong>
        <span>{known ? t('credits.of', { required: record.creditsRequired }) : t('credits.unknown')}</span>
      </p>
    </div>
  );
}

/** The head of the record: photo, name, number, status and credits. */
export function RecordHead({ record }: { record: StudentRecord }) {
  const { t, locale } = useTranslation('student-info');
  const photo = useObjectUrl(useQuery(studentQueries.photo(record.photo)).data);
  const latin = locale.startsWith('en') && record.nameLatin !== '';
  const other = latin ? record.name : record.nameLatin;
  return (
    <div className={styles['head']}>
      {photo === '' ? (
        <Avatar name={record.name} size={88} />
      ) : (
        <img src={photo} alt={t('photoOf', { name: record.name })} className={styles['photo']} />
      )}
      <div className={styles['who']}>
        <p className={styles['name']}>
          {latin ? record.nameLatin : record.name}
          {other !== '' && <span className={styles['other']}>{other}</span>}
        </p>
        <p className={styles['value']}>
          <span>{record.studentNumber}</span>
          <CopyButton label={t('field.studentNumber')} value={record.studentNumber} />
        </p>
        <p className={styles['chips']}>
          <Chip tone={tones[record.enrolmentStatus]}>{t(`status.${record.enrolmentStatus}`)}</Chip>
          {nameIn(locale, record.programme) !== '' && <Chip>{nameIn(locale, record.programme)}</Chip>}
        </p>
      </div>
      <Credits record={record} />
    </div>
  );
}
