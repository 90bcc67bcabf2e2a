import { nameIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Descriptions } from '@/shared/ui/descriptions';
import { DownloadIcon, FileIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { EmptyState } from '@/shared/ui/state';
import { useFileSize } from '@/shared/i18n/use-file-size';
import styles from './course-panels.module.css';
import type { WireAttachment, WireWatch } from './wire';

/** The files of the lesson. */
export function FilesPanel({ files }: { files: readonly WireAttachment[] }) {
  const { t } = useTranslation('player');
  const size = useFileSize();
  if (files.length === 0) {
    return <EmptyState drawing="inbox" title={t('files.none')} text={t('files.noneText')} />;
  }
  return (
    <ul className={styles['files']}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.url} download={file.name} className={styles['file']}>
            <FileIcon />
            <span>{file.name}</span>
            <small>{size(file.size)}</small>
            <DownloadIcon size={18} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The course's description and teachers. */
export function AboutPanel({ watch }: { watch: WireWatch }) {
  const { t, locale } = useTranslation('player');
  const formats = useFormats();
  const { course } = watch;
  const summary = nameIn(locale, { name: course.summary, nameEn: course.summaryEn });
  const classId = watch.lesson?.class ?? '';
  const percent = formats.number(course.progress / 100, { style: 'percent' });
  return (
    <Stack gap={4} className={styles['about']}>
      {summary !== '' && <p>{summary}</p>}
      <Descriptions
        facts={[
          { label: t('about.course'), value: nameIn(locale, course) },
          { label: t('about.code'), value: course.code },
          {
            label: t('about.teachers'),
            value: formats.list(course.teachers.map((teacher) => nameIn(locale, teacher))),
          },
          ...(course.enrolled ? [{ label: t('about.progress'), value: percent }] : []),
        ]}
      />
      {classId !== '' && (
        <AppLink href={`/student/timetable?class=${encodeURIComponent(classId)}`}>{t('about.class')}</AppLink>
      )}
    </Stack>
  );
}
