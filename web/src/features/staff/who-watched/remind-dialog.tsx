import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '@/shared/api/new-id';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { useRemind, watchingQueries, type CourseView, type Source, type Who } from './queries';
import { ReminderPreview } from './reminder-preview';

interface Props {
  source: Source;
  view: CourseView;
  onClose: () => void;
}

const states = ['never', 'unfinished'] as const;

interface WhoProps {
  view: CourseView;
  who: Who;
  onWho: (who: Who) => void;
}

/** Chooses the lesson and the students to remind. */
function WhoFields({ view, who, onWho }: WhoProps) {
  const { t, locale } = useTranslation('who-watched');
  return (
    <>
      <Select
        label={t('remind.who')}
        value={who.state}
        options={states.map((value) => ({ value, label: t(`remind.${value}`) }))}
        onChange={({ target }) => onWho({ ...who, state: target.value === 'never' ? 'never' : 'unfinished' })}
      />
      <Select
        label={t('row.lesson')}
        value={who.lesson ?? ''}
        options={[
          { value: '', label: t('remind.anyLesson') },
          ...view.lessons.map((one) => ({
            value: one.id,
            label: titleIn(locale, one),
          })),
        ]}
        onChange={({ target: { value } }) => {
          const { lesson: _, ...rest } = who;
          onWho(value === '' ? rest : { ...rest, lesson: value });
        }}
      />
    </>
  );
}

/** Reminds those who haven't watched; shows how many they are and the message first. */
export function RemindDialog({ source, view, onClose }: Props) {
  const { t } = useTranslation('who-watched');
  const [id] = useState(() => newId()); // clicking twice sends it once
  const [who, setWho] = useState<Who>({ state: 'never' });
  const query = useQuery(watchingQueries.reminder(source, who, true));
  const remind = useRemind(source);
  const count = query.data?.students ?? 0;
  const send = async (): Promise<void> => {
    try {
      notify('success', t('remind.sent', { count: await remind.mutateAsync({ id, who }) }));
      onClose();
    } catch {
      // the error is already shown
    }
  };
  return (
    <Dialog
      open
      title={t('remind.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('remind.cancel')}</Button>
          <Button
            variant="primary"
            disabled={count === 0 || query.isFetching}
            loading={remind.isPending}
            onClick={() => void send()}
          >
            {t('remind.send', { count })}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <WhoFields {...{ view, who }} onWho={setWho} />
        <QueryView query={query}>{(preview) => <ReminderPreview preview={preview} />}</QueryView>
      </Stack>
    </Dialog>
  );
}
