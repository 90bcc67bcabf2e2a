import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Combobox } from '@/shared/ui/staff/combobox';
import type { Choice } from '@/shared/ui/staff/use-search';
import styles from './accounts.module.css';
import { accountQueries, useAccountActions, type Account } from './queries';

/** The teacher an account belongs to, or a field to choose one. */
export function TeacherLink({ account }: { account: Account }) {
  const { t, locale } = useTranslation('staff-accounts');
  const client = useQueryClient();
  const { setTeacher } = useAccountActions();
  const [choice, setChoice] = useState<Choice | null>(null);
  const { id, name, teacher } = account;
  if (teacher !== '') {
    const called = nameIn(locale, { name: account.teacherName, nameEn: account.teacherNameEn });
    const linked = [called, account.teacherNumber].filter(Boolean).join(' · ');
    return (
      <div className={styles['teacher']}>
        <p>{t('teacher.linked', { teacher: linked })}</p>
        <Button
          loading={setTeacher.isPending}
          onClick={() =>
            setTeacher.mutate(
              { id, teacher: '' },
              { onSuccess: () => notify('success', t('teacher.unlinked', { name })) },
            )
          }
        >
          {t('teacher.unlink')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['teacher']}>
      <Combobox
        label={t('teacher.label')}
        hint={t('teacher.hint')}
        value={choice}
        onChange={setChoice}
        search={async (text) => {
          const options = await client.fetchQuery(accountQueries.teachers(text));
          // The detail is part of the label, so that the chosen teacher can't be taken for one of the same name.
          const choices = options.map(({ detail, ...option }) => ({
            id: option.id,
            label: [nameIn(locale, option), detail].filter(Boolean).join(' · '),
          }));
          return [{ label: t('scope.teacher'), choices }];
        }}
      />
      <Button
        loading={setTeacher.isPending}
        disabled={choice === null}
        onClick={() =>
          choice !== null &&
          setTeacher.mutate(
            { id, teacher: choice.id },
            { onSuccess: () => notify('success', t('teacher.done', { name, teacher: choice.label })) },
          )
        }
      >
        {t('teacher.link')}
      </Button>
    </div>
  );
}
