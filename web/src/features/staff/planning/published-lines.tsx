import { useTranslation } from '@/shared/i18n/use-translation';
import { readPlace } from '@/shared/timetable/read';
import { Stack } from '@/shared/ui/layout';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import styles from './draft-view.module.css';
import type { PublishedLine } from './types';
import type { Words } from './use-words';

/** The changes of a publication as they were published. */
export function PublishedLines({ lines, words }: { lines: readonly PublishedLine[]; words: Words }) {
  const { t } = useTranslation('planning');
  const text = ({ rooms, teachers, was, to }: PublishedLine, wire: PublishedLine['was']): string => {
    if (wire === null) {
      return '';
    }
    const place = readPlace(wire);
    const room = words.name(rooms.find(({ id }) => id === place.room)) || words.room(place);
    const teacher = words.name(teachers.find(({ id }) => id === place.teacher));
    const another = was !== null && to !== null && was.teacher !== to.teacher;
    return [words.when(place), room, ...(another ? [teacher] : [])].filter(Boolean).join(' · ');
  };
  return lines.length === 0 ? (
    <p className="text-2 size-13">{t('publications.noLines')}</p>
  ) : (
    <ul>
      {lines.map((line) => (
        <Stack as="li" gap={1} key={line.class} className={styles['published']}>
          <b>{words.other(line)}</b>
          <DiffCell was={text(line, line.was)} now={line.to === null ? t('line.cancelled') : text(line, line.to)} />
          {line.reason !== '' && <p className="text-2">{t('line.reason', { reason: line.reason })}</p>}
        </Stack>
      ))}
    </ul>
  );
}
