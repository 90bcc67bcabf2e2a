import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { codeOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import styles from './draft-view.module.css';
import { planningQueries, usePublishDraft } from './queries';
import { usePeople } from './use-people';

interface Props {
  term: string;
  note: string;
  /** A change is being composed, whose button is then the main one. */
  composing: boolean;
  onPublished: () => void;
}

interface ConfirmProps {
  open: boolean;
  count: number;
  /** Who gets a message. */
  told: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks once, because publishing sends messages. */
function Confirm({ open, count, told, onClose, onConfirm }: ConfirmProps) {
  const { t } = useTranslation('planning');
  return (
    <Dialog
      open={open}
      alert
      title={t('publish.ask', { count })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('publish.keep')}</Button>
          <Button variant="primary" data-autofocus onClick={onConfirm}>
            {t('publish', { count })}
          </Button>
        </>
      }
    >
      <p>{told}</p>
    </Dialog>
  );
}

/** The publish button and how many people get a message; publishing asks once. */
export function PublishActions({ term, note, composing, onPublished }: Props) {
  const { t } = useTranslation('planning');
  const [asking, setAsking] = useState(false);
  const people = usePeople();
  const id = useId();
  const { data } = useQuery(planningQueries.drafts(term));
  const { mutate, isPending, error } = usePublishDraft();
  const draft = data?.find(({ mine }) => mine);
  const count = draft?.lines.length ?? 0;
  const stale = draft?.lines.filter((line) => line.stale !== '').length ?? 0;
  const missing = count === 0 ? t('publish.nothing') : stale > 0 ? t('publish.stale', { count: stale }) : undefined;
  const told = t('publish.message', people({ students: draft?.told ?? 0, teachers: draft?.teachers ?? 0 }));
  const ask = (): void => setAsking(missing === undefined && !isPending);
  const publish = (): void => {
    setAsking(false);
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
    'Ctrl+Enter': { label: t('publish', { count }), run: () => missing === undefined && (ask(), true) },
  });
  const became = codeOf(error) === 'planning.stale';
  return (
    <>
      <Button
        variant={composing ? 'secondary' : 'primary'}
        size="l"
        block
        loading={isPending}
        disabled={missing !== undefined && !isPending}
        aria-describedby={id}
        onClick={ask}
      >
        {count === 0 ? t('publish.none') : t('publish', { count })}
      </Button>
      <p id={id} className={styles['centre']}>
        {missing ?? told}
      </p>
      <Confirm open={asking} {...{ count, told }} onClose={() => setAsking(false)} onConfirm={publish} />
      <div role="alert">
        {error instanceof Error && (stale === 0 || became) && <p className="danger size-13">{error.message}</p>}
      </div>
    </>
  );
}
