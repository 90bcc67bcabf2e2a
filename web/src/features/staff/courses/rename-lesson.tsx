import { useState, type FormEvent } from 'react';
import { api } from '@/shared/api/api';
import { everything, useChange } from '@/shared/api/cached';
import type { DataOf } from '@/shared/api/types';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { TextField } from '@/shared/ui/text-field';

export type StaffLesson = DataOf<'get', '/api/admin/courses/{course}/lessons'>[number];

function RenameDialog({ lesson, onClose }: { lesson: StaffLesson; onClose: () => void }) {
  const { t } = useTranslation('courses');
  const [title, setTitle] = useState(lesson.title);
  const [titleEn, setTitleEn] = useState(lesson.titleEn);
  const save = useChange(
    () => api.put('/api/admin/lessons/{lesson}/title', { path: { lesson: lesson.id }, body: { title, titleEn } }),
    [everything],
    { onSuccess: onClose },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open title={t('lessons.renameTitle')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap={4}>
          <TextField
            label={t('lessons.titleZh')}
            value={title}
            maxLength={200}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextField
            label={t('lessons.titleEn')}
            hint={t('lessons.titleEnHint')}
            value={titleEn}
            maxLength={200}
            onChange={({ target }) => setTitleEn(target.value)}
          />
          <Button type="submit" variant="primary" disabled={title.trim() === ''} loading={save.isPending}>
            {t('lessons.save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Changes the titles of a lesson in both languages. */
export function RenameLesson({ lesson }: { lesson: StaffLesson }) {
  const { t, locale } = useTranslation('courses');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="s"
        variant="text"
        aria-label={t('lessons.renameOf', { title: titleIn(locale, lesson) })}
        onClick={() => setOpen(true)}
      >
        {t('lessons.rename')}
      </Button>
      {open && <RenameDialog lesson={lesson} onClose={() => setOpen(false)} />}
    </>
  );
}
