import { useMemo } from 'react';
import * as v from 'valibot';
import { newId } from '@/shared/api/new-id';
import type { Translate } from '@/shared/i18n/catalogue';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { Grid, Stack } from '@/shared/ui/layout';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useForm } from '@/shared/ui/staff/use-form';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import { useSendNotice } from './queries';
import styles from './teaching.module.css';

interface Input {
  /** Created before the first attempt, so that a retry sends the same notice. */
  id: string;
  titleZh: string;
  titleEn: string;
  contentZh: string;
  contentEn: string;
}

const blank: Input = { id: '', titleZh: '', titleEn: '', contentZh: '', contentEn: '' };

const limits = { title: 120, content: 10_000 } as const;

const languages = [
  { key: 'zh', lang: 'zh-CN', title: 'titleZh', content: 'contentZh' },
  { key: 'en', lang: 'en-US', title: 'titleEn', content: 'contentEn' },
] as const;

const fieldOf = { 'message.no_title': 'titleZh' } as const;

function schemaOf(t: Translate<'teaching'>): v.GenericSchema<Input, Input> {
  const text = (most: number) =>
    v.pipe(v.string(), v.trim(), v.maxLength(most, t('error.long', { max: String(most) })));
  return v.pipe(
    v.object({
      id: v.string(),
      titleZh: text(limits.title),
      titleEn: text(limits.title),
      contentZh: text(limits.content),
      contentEn: text(limits.content),
    }),
    v.forward(
      v.check(({ titleZh, titleEn }) => `${titleZh}${titleEn}` !== '', t('error.title')),
      ['titleZh'],
    ),
  );
}

interface Props {
  group: string;
  /** The number of recipients. */
  students: number;
  /** The name of the stored draft. */
  name: string;
  onSent: () => void;
}

/** Sends a notice to a group, in both languages. */
export function NoticeForm({ group, students, name, onSent }: Props) {
  const { t } = useTranslation('teaching');
  const sendNotice = useSendNotice(group);
  const schema = useMemo(() => schemaOf(t), [t]);
  const form = useForm<Input, Input>({
    name,
    schema,
    initial: blank,
    fieldOf,
    onSubmit: async ({ titleZh, titleEn, contentZh, contentEn, ...rest }) => {
      const id = rest.id || newId();
      form.value('id').onChange(id); // stored with the draft, so that sending again after a reload is idempotent
      await sendNotice.mutateAsync({
        id,
        title: { zh: titleZh, en: titleEn },
        content: { zh: contentZh, en: contentEn },
      });
      notify('success', t('notice.sent', { count: students }));
      onSent();
    },
  });
  return (
    <Stack as="form" gap={3} justify="start" noValidate aria-label={t('tab.notice')} onSubmit={form.submit}>
      <FormNotes form={form} />
      <Grid gap={4} min="280px">
        {languages.map(({ key, lang, title, content }) => {
          const area = form.value(content);
          return (
            <Stack key={key} gap={3} justify="start" role="group" aria-label={t(`language.${key}`)} shrink>
              <TextField label={t(`notice.title.${key}`)} lang={lang} {...form.text(title)} />
              <TextArea
                label={t(`notice.content.${key}`)}
                lang={lang}
                rows={5}
                value={area.value}
                error={area.error}
                onChange={({ target }) => area.onChange(target.value)}
              />
            </Stack>
          );
        })}
      </Grid>
      <p className={classNames('text-2', styles['about'])}>{t('notice.reaches', { count: students })}</p>
      <Button type="submit" variant="primary" size="l" loading={form.busy} disabled={students === 0}>
        {t('notice.send')}
      </Button>
    </Stack>
  );
}
