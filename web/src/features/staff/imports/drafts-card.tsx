import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { AppLink } from '@/shared/ui/app-link';
import { Count } from '@/shared/ui/badge';
import { buttonClass } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { FileIcon } from '@/shared/ui/icons';
import { ErrorState } from '@/shared/ui/state';
import styles from './imports.module.css';
import { draftHref } from './links';
import { importQueries, type DraftItem } from './queries';

function DraftLine({ draft }: { draft: DraftItem }) {
  const { t } = useTranslation('imports');
  const moment = useMoment();
  const facts = [
    draft.kind !== null && t(`kind.${draft.kind}`),
    draft.allSheets
      ? t('file.sheets', { count: draft.alike.length })
      : draft.sheet !== '' && t('file.sheet', { sheet: draft.sheet }),
    t('drafts.by', { name: draft.accountName, time: moment(draft.at) }),
    t('drafts.until', { time: moment(draft.until) }),
  ].filter((fact) => fact !== false);
  return (
    <li className={styles['line']}>
      <FileIcon size={18} />
      <div className={styles['text']}>
        <p className={styles['main']}>{draft.file}</p>
        <p className="text-2 size-13 regular">{facts.join(' · ')}</p>
      </div>
      <span className="text-2">
        {draft.counts !== null && draft.counts.refused > 0
          ? t('drafts.refused', { count: draft.counts.refused })
          : t(`state.${draft.state}`)}
      </span>
      <AppLink href={draftHref(draft.id)} className={buttonClass({ size: 's' })}>
        {t('drafts.goOn')}
        <span className="visually-hidden">{draft.file}</span>
      </AppLink>
    </li>
  );
}

/** Drafts that haven't been imported yet; renders nothing if there are none. */
export function DraftsCard() {
  const { t } = useTranslation('imports');
  const { data, error, refetch } = useQuery(importQueries.drafts());
  const open = data?.filter(({ state }) => state !== 'applied') ?? [];
  if (error !== null && data === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return (
    open.length > 0 && (
      <Card title={t('drafts.title')} extra={<Count count={open.length} />}>
        <ul className={styles['lines']}>
          {open.map((draft) => (
            <DraftLine key={draft.id} draft={draft} />
          ))}
        </ul>
      </Card>
    )
  );
}
