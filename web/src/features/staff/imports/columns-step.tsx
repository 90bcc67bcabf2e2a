import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { usePageLocation } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { DeviceIcon, WarningIcon } from '@/shared/ui/icons';
import { Stack } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { QueryView } from '@/shared/ui/query-view';
import { Keys } from '@/shared/ui/staff/keys';
import { Switch } from '@/shared/ui/switch';
import { useWide } from '@/shared/ui/wide';
import styles from './columns.module.css';
import { ColumnsTable } from './columns-table';
import { useDraftActions } from './draft-job';
import { draftHref } from './links';
import { OptionFields } from './option-fields';
import { importQueries, type Draft, type KindItem } from './queries';
import { SheetFields } from './sheet-fields';

interface Props {
  draft: Draft;
  kinds: readonly KindItem[];
}

/** What is missing before the rows can be checked; undefined when nothing is. */
function useMissing({ kind, missing, columns }: Draft): string | undefined {
  const { t } = useTranslation('imports');
  const { list } = useFormats();
  if (kind === null) {
    return t('columns.noKind');
  }
  if (missing.length > 0) {
    return t('columns.missing', { fields: list(missing) });
  }
  return columns.some(({ field }) => field !== '') ? undefined : t('columns.noneMapped');
}

/** Saves the mapping if it should be remembered, and starts the check. */
function useCheck({ change, preview }: ReturnType<typeof useDraftActions>) {
  const { setQuery } = usePageLocation();
  return async (remember: boolean): Promise<void> => {
    try {
      if (remember) {
        await change.mutateAsync({ remember });
      }
      await preview.mutateAsync();
      setQuery({ step: undefined });
    } catch {
      // the error is already shown
    }
  };
}

interface NextProps {
  draft: Draft;
  kind: KindItem | undefined;
  actions: ReturnType<typeof useDraftActions>;
  busy: boolean;
}

/** Options that the file doesn't contain, and the button for the next step. */
function Next({ draft, kind, actions, busy }: NextProps) {
  const { t } = useTranslation('imports');
  const [remember, setRemember] = useState(true);
  const missing = useMissing(draft);
  const check = useCheck(actions);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ 'Ctrl+Enter': { label: t('columns.check'), run: () => button.current?.click() } });
  const ignored = draft.columns.filter(({ field }) => field === '').length;
  return (
    <Card title={t('columns.next')} className={styles['aside']}>
      {kind !== undefined && <OptionFields {...{ draft, kind }} onChange={actions.change.mutate} />}
      <Switch
        label={t('columns.remember')}
        hint={t('columns.rememberHint')}
        checked={remember}
        onChange={setRemember}
      />
      {ignored > 0 && <p className="text-2 size-13">{t('columns.ignored', { count: ignored })}</p>}
      <Button
        ref={button}
        variant="primary"
        size="l"
        block
        loading={busy}
        disabled={missing !== undefined}
        aria-describedby={id}
        onClick={() => void check(remember)}
      >
        {t('columns.check')}
        <Keys keys="Ctrl+Enter" />
      </Button>
      <p id={id} role="status" className={styles['missing']}>
        {missing !== undefined && <WarningIcon size={14} />}
        {missing ?? t('columns.nothingWritten')}
      </p>
      {draft.preview !== null && <AppLink href={draftHref(draft.id)}>{t('columns.back')}</AppLink>}
    </Card>
  );
}

function Work({ draft, kinds }: Props) {
  const { t } = useTranslation('imports');
  const actions = useDraftActions(draft.id);
  const { change, preview } = actions;
  const busy = change.isPending || preview.isPending;
  const kind = kinds.find((one) => one.kind === draft.kind);
  return (
    <div className={styles['columns']}>
      <Stack gap={4} shrink>
        <Card title={t('sheet.title')}>
          <SheetFields {...{ draft, kinds }} onChange={change.mutate} />
        </Card>
        {kind !== undefined && (
          <Card title={t('columns.title')} flush>
            <ColumnsTable draft={draft} fields={kind.fields} onChange={(columns) => change.mutate({ columns })} />
          </Card>
        )}
      </Stack>
      <Next {...{ draft, kind, actions, busy }} />
    </div>
  );
}

/** Chooses the sheet, the kind of its rows, and the meaning of each column. */
export function ColumnsStep({ draft }: { draft: Draft }) {
  const { t } = useTranslation('imports');
  const wide = useWide();
  const kinds = useQuery(importQueries.kinds());
  if (!wide) {
    return <Notice icon={DeviceIcon}>{t('phone.columns')}</Notice>;
  }
  return <QueryView query={kinds}>{(known) => <Work draft={draft} kinds={known} />}</QueryView>;
}
