import { useTranslation } from '@/shared/i18n/use-translation';
import { Card } from '@/shared/ui/card';
import { Stack } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { TextArea } from '@/shared/ui/text-area';
import { TextField } from '@/shared/ui/text-field';
import type { ComposeFormState } from './compose';
import styles from './notices.module.css';

const languages = [
  { key: 'zh', lang: 'zh-CN', title: 'titleZh', content: 'contentZh' },
  { key: 'en', lang: 'en-US', title: 'titleEn', content: 'contentEn' },
] as const;

/** The text in both languages side by side, and the link. */
export function TextFields({ form }: { form: ComposeFormState }) {
  const { t } = useTranslation('notices');
  const kinds = (['notice', 'message', 'todo'] as const).map((value) => ({
    value,
    label: t(`kind.${value}`),
  }));
  return (
    <Card title={t('compose.text')}>
      <div className={styles['pair']}>
        {languages.map(({ key, lang, title, content }) => {
          const area = form.value(content);
          return (
            <Stack key={key} role="group" aria-label={t(`language.${key}`)} gap={3}>
              <p className="text-3 medium">{t(`language.${key}`)}</p>
              <TextField label={t(`compose.title.${key}`)} lang={lang} {...form.text(title)} />
              <TextArea
                label={t(`compose.content.${key}`)}
                lang={lang}
                rows={7}
                value={area.value}
                error={area.error}
                onChange={({ target }) => area.onChange(target.value)}
              />
            </Stack>
          );
        })}
      </div>
      <div className={styles['row']}>
        <Select
          label={t('compose.kind')}
          hint={t(`kindHint.${form.value('kind').value}`)}
          options={kinds}
          {...form.text('kind')}
        />
        <TextField
          label={t('compose.link')}
          hint={t('compose.linkHint')}
          placeholder={t('compose.linkPlace')}
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('link')}
        />
      </div>
    </Card>
  );
}
