import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { lessonHref } from '@/shared/course/lesson';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { Button, IconButton } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DownloadIcon, PencilIcon, TrashIcon } from '@/shared/ui/icons';
import { Row, Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { saveFile } from '@/shared/ui/save-file';
import { EmptyState } from '@/shared/ui/state';
import { TextArea } from '@/shared/ui/text-area';
import type { Control } from './control';
import { notesFile } from './notes-file';
import styles from './notes-panel.module.css';
import { watchQueries, useDeleteNote, useSaveNote } from './queries';
import { clockText } from '@/shared/time/length';
import type { WireNote } from './wire';

/** The server's limit. */
const longest = 2000;

interface FormProps {
  lesson: string;
  /** The moment of the note, in seconds. */
  at: number;
  note?: WireNote;
  onDone: () => void;
}

function NoteForm({ lesson, at, note, onDone }: FormProps) {
  const { t } = useTranslation('player');
  const [text, setText] = useState(note?.text ?? '');
  const save = useSaveNote(lesson);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const draft = { at: Math.round(at * 10) / 10, text: text.trim(), ...(note && { id: note.id }) };
    save.mutate(draft, {
      onSuccess: () => {
        setText('');
        onDone();
      },
    });
  };
  return (
    <Stack as="form" gap={2} className={styles['form']} onSubmit={submit}>
      <TextArea
        label={note === undefined ? t('notes.new') : t('notes.edit')}
        rows={2}
        maxLength={longest}
        value={text}
        placeholder={t('notes.placeholder')}
        onChange={({ target }) => setText(target.value)}
      />
      <Row as="p" gap={2} align="stretch" justify="end">
        {note !== undefined && <Button onClick={onDone}>{t('notes.cancel')}</Button>}
        <Button type="submit" variant="primary" loading={save.isPending} disabled={text.trim() === ''}>
          {note === undefined ? t('notes.addAt', { time: clockText(at) }) : t('notes.save')}
        </Button>
      </Row>
    </Stack>
  );
}

function NewNote({ lesson, control }: { lesson: string; control: Control }) {
  const at = useValue(control.time);
  return <NoteForm lesson={lesson} at={at} onDone={() => undefined} />;
}

interface Props {
  lesson: string;
  title: string;
  course: string;
  control: Control;
}

function Note({
  note,
  lesson,
  control,
  onDelete,
}: Pick<Props, 'lesson' | 'control'> & {
  note: WireNote;
  onDelete: () => void;
}) {
  const { t } = useTranslation('player');
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <li>
        <NoteForm lesson={lesson} at={note.at} note={note} onDone={() => setEditing(false)} />
      </li>
    );
  }
  const time = clockText(note.at);
  return (
    <Row as="li" gap={1.5} align="start" className={styles['note']}>
      <Button size="s" variant="text" aria-label={t('notes.goTo', { time })} onClick={() => control.seek(note.at)}>
        {time}
      </Button>
      <p>{note.text}</p>
      <IconButton size="s" icon={PencilIcon} label={t('notes.editAt', { time })} onClick={() => setEditing(true)} />
      <IconButton size="s" icon={TrashIcon} label={t('notes.deleteAt', { time })} onClick={onDelete} />
    </Row>
  );
}

/** The student's notes on this lesson. */
export function NotesPanel({ lesson, title, course, control }: Props) {
  const { t } = useTranslation('player');
  const query = useQuery(watchQueries.notes(lesson));
  const [deleting, setDeleting] = useState<WireNote | null>(null);
  const remove = useDeleteNote(lesson);
  const address = (at: number): string =>
    new URL(`${lessonHref(lesson)}&t=${Math.floor(at)}`, globalThis.location.origin).href;
  const save = (notes: readonly WireNote[]): void => {
    const text = notesFile(title, course, notes, address);
    saveFile(`${title}.md`, new Blob([text], { type: 'text/markdown' }));
  };
  return (
    <>
      <NewNote lesson={lesson} control={control} />
      <QueryView query={query} empty={<EmptyState drawing="page" title={t('notes.none')} text={t('notes.noneText')} />}>
        {(notes) => (
          <>
            <Stack as="ul" gap={0.5} className={styles['notes']}>
              {notes
                .toSorted((a, b) => a.at - b.at)
                .map((note) => (
                  <Note key={note.id} {...{ note, lesson, control }} onDelete={() => setDeleting(note)} />
                ))}
            </Stack>
            <Button size="s" icon={DownloadIcon} onClick={() => save(notes)}>
              {t('notes.export')}
            </Button>
          </>
        )}
      </QueryView>
      <Dialog
        alert
        open={deleting !== null}
        title={t('notes.deleteTitle')}
        onClose={() => setDeleting(null)}
        actions={
          <>
            <Button data-autofocus onClick={() => setDeleting(null)}>
              {t('notes.keep')}
            </Button>
            <Button
              variant="danger"
              loading={remove.isPending}
              onClick={() => deleting && remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })}
            >
              {t('notes.delete')}
            </Button>
          </>
        }
      >
        {deleting?.text}
      </Dialog>
    </>
  );
}
