import type { ReactNode } from 'react';
import { shortCode } from '@/shared/course/short-code';
import { nameIn } from '@/shared/i18n/name-in';
import { useFileSize } from '@/shared/i18n/use-file-size';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useDates } from '@/shared/time/use-dates';
import { useLength } from '@/shared/time/use-length';
import { Chip } from '@/shared/ui/badge';
import { IconButton } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { MoreIcon } from '@/shared/ui/icons';
import { Menu } from '@/shared/ui/menu';
import { useJoinWords } from './folder-parts';
import { Upload } from './folder-upload';
import { leaveOut, sendFirst } from './folder-queue';
import { isProposed, nameOf, type Row } from './folder-store';
import styles from './folder.module.css';
import type { Candidate } from './queries';

/** Returns 'FIN201-1 Mon, Nov 2, 08:00', or the lesson. */
export function usePlaceWords(): (one: Candidate) => string {
  const { t, locale } = useTranslation('recordings');
  const dates = useDates();
  return (one) => {
    const name = nameIn(locale, { name: one.courseName, nameEn: one.courseNameEn });
    if (one.date !== '') {
      return t('folder.class', { code: shortCode(one.code), name, date: dates.short(one.date), time: one.starts });
    }
    return t(one.place.lesson === '' ? 'folder.newLesson' : 'folder.lesson', {
      code: shortCode(one.code),
      title: nameIn(locale, { name: one.place.title, nameEn: one.titleEn }),
    });
  };
}

/** Explains the match. */
function Why({ row }: { row: Row }) {
  const { t } = useTranslation('recordings');
  const best = row.match.candidates[row.marked];
  const fits = best?.reasons.map(({ text }) => text).join(' · ') ?? '';
  const sides = row.sides.map(({ file }) => file.path.split('/').at(-1)).join(', ');
  const failed = row.sides.filter(({ state }) => state === 'failed');
  return (
    <>
      <span className={styles['aside']}>
        {row.place === null && row.joinTo === '' ? (row.match.reason?.text ?? fits) : t('folder.confirmed')}
      </span>
      {sides !== '' && <span className={styles['aside']}>{t('folder.with', { files: sides })}</span>}
      {failed.map(({ file, reason, wrong }) => (
        <span key={file.path} className={styles['bad']}>
          {t('folder.sideFailed', {
            file: file.path,
            why: wrong === undefined ? (reason ?? '') : t('extras.chapterWrong', { line: wrong }),
          })}
        </span>
      ))}
      {row.file.blank && <span className={styles['bad']}>{t('folder.blank')}</span>}
    </>
  );
}

interface Props {
  row: Row;
  open: boolean;
  onOpen: () => void;
  selected: boolean;
  onSelect: () => void;
  /** Shown below the row while it is open. */
  children: ReactNode;
}

const tones = {
  sure: 'success',
  likely: 'warning',
  part: 'warning',
  doubt: 'danger',
  none: 'danger',
} as const;

const isToned = (state: string): state is keyof typeof tones => state in tones;

/** How sure the match is, as a word and a number. */
function Sureness({ row }: { row: Row }) {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const { state, candidates } = row.match;
  const best = candidates[row.marked];
  if (row.place !== null || row.joinTo !== '') {
    return <Chip tone="success">{t('folder.match.chosen')}</Chip>;
  }
  return (
    <>
      {isToned(state) && <Chip tone={isProposed(row) ? 'success' : tones[state]}>{t(`folder.match.${state}`)}</Chip>}
      {best !== undefined && (
        <span className={styles['aside']}>{formats.number(best.percent / 100, { style: 'percent' })}</span>
      )}
    </>
  );
}

function More({ row }: { row: Row }) {
  const { t } = useTranslation('recordings');
  const label = t('folder.more', { file: nameOf(row) });
  const first = {
    id: 'first',
    label: t('folder.first'),
    disabled: row.sent.state !== 'waiting',
    onSelect: () => sendFirst(row.key),
  };
  const out = {
    id: 'out',
    label: t('folder.leaveOut'),
    disabled: row.left,
    onSelect: () => leaveOut(row.key),
  };
  return (
    <Menu
      label={label}
      items={[first, out]}
      renderTrigger={(props) => <IconButton size="s" icon={MoreIcon} label={label} {...props} />}
    />
  );
}

/** One file: where it goes, how sure that is, and its upload. */
export function FolderRow({ row, open, onOpen, selected, onSelect, children }: Props) {
  const { t } = useTranslation('recordings');
  const size = useFileSize();
  const length = useLength();
  const words = usePlaceWords();
  const { match, file } = row;
  const best = match.candidates[row.marked];
  const joinWords = useJoinWords();
  const joined = row.joinTo !== '' || isProposed(row) ? joinWords(row) : null;
  const chosen = row.place !== null && row.place.title !== best?.place.title ? row.place.title : null;
  return (
    <>
      <tr
        className={classNames(styles['row'], open && styles['open'], row.left && styles['out'])}
        aria-current={open || undefined}
      >
        <td>
          <input
            type="checkbox"
            className={styles['select']}
            aria-label={t('bulk.select', { title: nameOf(row) })}
            checked={selected}
            onChange={onSelect}
          />
        </td>
        <th scope="row">
          <button type="button" className={styles['name']} aria-expanded={open} onClick={onOpen}>
            {nameOf(row)}
          </button>
          <span className={styles['aside']}>
            {size(file.file.size)}
            {file.length > 0 && ` · ${length(file.length)}`}
          </span>
        </th>
        <td className={styles['place']}>
          <span>{joined ?? chosen ?? (best === undefined ? t('folder.nowhere') : words(best))}</span>
          <Why row={row} />
        </td>
        <td className={styles['sureness']}>
          <Sureness row={row} />
        </td>
        <td>
          <Upload row={row} />
        </td>
        <td>
          <More row={row} />
        </td>
      </tr>
      {open && (
        <tr className={styles['opened']}>
          <td colSpan={6}>{children}</td>
        </tr>
      )}
    </>
  );
}
