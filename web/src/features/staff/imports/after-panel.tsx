import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { DeviceIcon, ErrorIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { Keys } from '@/shared/ui/staff/keys';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import { BrakeCard } from './brake-card';
import { ClashCard } from './clash-card';
import { goodRows } from './effects';
import { columnsHref } from './links';
import { MappingSummary } from './mapping-summary';
import styles from './panel.module.css';
import { importQueries, type Draft, type Preview } from './queries';
import { RefusedButton } from './refused-button';
import { PeopleList } from './people-list';
import type { Apply } from './use-apply';

interface Props {
  draft: Draft;
  preview: Preview;
  /** Undefined if the preview is read only. */
  apply: Apply | undefined;
  open: boolean;
  onClose: () => void;
}

/** The import button, with what is missing before and any error after. */
function Actions({ draft, preview, apply }: { draft: Draft; preview: Preview; apply: Apply }) {
  const { t } = useTranslation('imports');
  const id = useId();
  const { missing, problem, busy, run } = apply;
  useShortcuts({
    'Ctrl+Enter': { label: t('apply.key'), run: () => missing === undefined && !busy && (run(), true) },
  });
  const count = goodRows(preview);
  return (
    <>
      <Button
        variant="primary"
        size="l"
        block
        loading={busy}
        disabled={missing !== undefined && !busy}
        aria-describedby={id}
        onClick={run}
      >
        {preview.refused > 0 ? t('apply.good', { count }) : t('apply.all', { count })}
        <Keys keys="Ctrl+Enter" />
      </Button>
      <p id={id} role="status" className={styles['hint']}>
        {busy ? undefined : missing}
      </p>
      <div role="alert">
        {problem !== undefined && (
          <Row as="p" gap={1} align="stretch" className={classNames('danger size-13', styles['wrong'])}>
            <ErrorIcon size={14} />
            {problem}
          </Row>
        )}
      </div>
      {preview.refused > 0 && <RefusedButton draft={draft} count={preview.refused} block />}
      <p className={styles['hint']}>{t('apply.undoable')}</p>
    </>
  );
}

const removing = ['enrolments', 'periods', 'timetable'] as const;

/** Whether imports of a kind remove what isn't in the file. */
const isRemoving = (kind: string | null): kind is (typeof removing)[number] => removing.some((one) => one === kind);

/** The effects of importing, in people, with the import button. */
export function AfterPanel({ draft, preview, apply, open, onClose }: Props) {
  const { t } = useTranslation('imports');
  const kinds = useQuery(importQueries.kinds());
  const fields = kinds.data?.find(({ kind }) => kind === draft.kind)?.fields ?? [];
  const titles = new Map(fields.map(({ name, title }) => [name, title]));
  const stays = preview.gone > 0;
  const calm = preview.told.every(({ count }) => count === 0) && !stays && preview.removed === 0;
  return (
    <SidePanel
      fixed
      title={t('after.title')}
      {...{ open, onClose }}
      actions={
        apply === undefined ? (
          <Notice icon={DeviceIcon}>{t('phone.preview')}</Notice>
        ) : (
          <Actions {...{ draft, preview, apply }} />
        )
      }
    >
      {calm && <p className={styles['hint']}>{t('after.nobody')}</p>}
      <PeopleList told={preview.told}>
        {preview.removed > 0 && isRemoving(draft.kind) && (
          <Counted
            count={preview.removed}
            text={t(`after.removed.${draft.kind}`, { count: preview.removed })}
            hint={t('after.removedHint')}
          />
        )}
        {stays && (
          <Counted count={preview.gone} text={t('after.stay', { count: preview.gone })} hint={t('after.stayHint')} />
        )}
      </PeopleList>
      {preview.notes.map((note) => (
        <p key={note} className={styles['hint']}>
          {note}
        </p>
      ))}
      {apply !== undefined &&
        preview.brakes.map((brake) => (
          <BrakeCard
            key={brake.field}
            brake={brake}
            typed={apply.typed[brake.field] ?? ''}
            onType={(text) => apply.type(brake.field, text)}
            href={columnsHref(draft.id, brake.field)}
          />
        ))}
      {preview.clashCount > 0 && (
        <ClashCard preview={preview} reason={apply?.reason ?? ''} onReason={apply?.giveReason} />
      )}
      <MappingSummary {...{ draft, titles }} changeable={apply !== undefined} />
    </SidePanel>
  );
}

function Counted({ count, text, hint }: { count: number; text: string; hint: string }) {
  const { number } = useFormats();
  return (
    <li>
      <strong>{number(count)}</strong>
      <span>
        {text}
        <span className={styles['hint']}>{hint}</span>
      </span>
    </li>
  );
}
