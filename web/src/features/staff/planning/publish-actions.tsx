import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import styles from './draft-view.module.css';
import { planningQueries, usePublishDraft } from './queries';
import { usePeople } from './use-people';

interface Props {
  term: string;
  note: string;
  onPublished: () => void;
}

/** The publish button and how many people get a message. */
export function PublishActions({ term, note, onPublished }: Props) {
  const { t } = useTranslation('planning');
  const people = usePeople();
  const id = useId();
  const { data } = useQuery(planningQueries.drafts(term));
  const { mutate, isPending, error } = usePublishDraft();
  const draft = data?.find(({ mine }) => mine);
  const count = draft?.lines.length ?? 0;
  const stale = draft?.lines.filter((line) => line.stale !== '').length ?? 0;
  const missing = count === 0 ? t('publish.nothing') : stale > 0 ? t('publish.stale', { count: stale }) : undefined;
  const publish = (): void => {
    if (draft !== undefined && missing === undefined && !isPending) {
      mutate(
        { draft, note: note.trim() },
        {
          onSuccess: ({ told, teachers }) => {
            const reached = t('publish.told', people({ students: told, teachers }));
            notify('success', `${t('publish.done', { count })} ${reached}`);
            onPublished();
          },
        },
      );
    }
  };
  useShortcuts({
    'Ctrl+Enter': { label: t('publish', { count }), run: () => missing === undefined && (publish(), true) },
  });
  const became = codeOf(error) === 'planning.stale';
  return (
    <>
      <Button
        variant="primary"
        size="l"
        block
        loading={isPending}
        disabled={missing !== undefined && !isPending}
        aria-describedby={id}
        onClick={publish}
      >
        {count === 0 ? t('publish.none') : t('publish', { count })}
      </Button>
      <p id={id} className={styles['centre']}>
        {missing ?? t('publish.message', people({ students: draft?.told ?? 0, teachers: draft?.teachers ?? 0 }))}
      </p>
      <div role="alert">
        {error instanceof Error && (stale === 0 || became) && <p className="danger size-13">{error.message}</p>}
      </div>
    </>
  );
}
