import { useRouter } from '@tanstack/react-router';
import { api } from '@/shared/api/api';
import { refresh } from '@/shared/api/cached';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { notify } from '@/shared/store/notices';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { Keys } from '@/shared/ui/staff/keys';
import { useForm } from '@/shared/ui/staff/use-form';
import { useWide } from '@/shared/ui/wide';
import styles from './create-page.module.css';
import { FieldBox } from './field-box';
import { changesOf, fieldOf, sections, textsOf } from './fields';
import { studentsQueries } from './queries';
import { useRecordSchema } from './schema';

const blank = textsOf({ enrolmentStatus: 'enrolled' });
const nothing = textsOf({});
const needed: ReadonlySet<string> = new Set(['studentNumber', 'name']);
const formId = 'create-student';

/** Adds one student by hand. For many there is the import. */
export function CreatePage() {
  const { t } = useTranslation('students');
  const { history } = useRouter();
  const wide = useWide();
  const form = useForm({
    name: 'student new',
    schema: useRecordSchema(),
    initial: blank,
    fieldOf,
    secret: ['nationalId'],
    onSubmit: async (values) => {
      const made = await api.post('/api/admin/students', { body: changesOf(nothing, values), quiet: true });
      notify('success', t('create.done', { name: made.name }));
      void refresh(studentsQueries.lists());
      history.replace(`/admin/students/${encodeURIComponent(made.id)}`);
    },
  });
  useShortcuts({
    'Ctrl+Enter': {
      label: t('create.save'),
      run: () => document.querySelector<HTMLFormElement>(`#${formId}`)?.requestSubmit(),
    },
  });
  return (
    <Page title={t('create.title')}>
      <form id={formId} className={styles['form']} onSubmit={form.submit} noValidate>
        <FormNotes form={form} />
        {(['identity', 'studies', 'contact'] as const).map((section) => (
          <Card key={section} title={t(`section.${section}`)}>
            <div className={styles['fields']}>
              {sections[section].map((name) => (
                <FieldBox key={name} {...{ name }} {...form.value(name)} required={needed.has(name)} />
              ))}
            </div>
          </Card>
        ))}
        <div className={styles['buttons']}>
          <p>{t('create.follows')}</p>
          <AppLink href="/admin/students" className={buttonClass()}>
            {t('cancel')}
          </AppLink>
          <Button type="submit" variant="primary" loading={form.busy}>
            {t('create.save')}
            {wide && <Keys keys="Ctrl+Enter" />}
          </Button>
        </div>
      </form>
    </Page>
  );
}
