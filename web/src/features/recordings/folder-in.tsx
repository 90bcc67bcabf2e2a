import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { notify } from '@/shared/store/notices';
import { useValue } from '@/shared/store/value';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Keys } from '@/shared/ui/staff/keys';
import { FolderDrop } from './folder-drop';
import type { Found } from './folder-files';
import { describeFiles } from './folder-files';
import { proposedParts } from './folder-join';
import { FolderLook } from './folder-look';
import { FolderProgress } from './folder-progress';
import { confirm, isSending, prepareQueue, pump } from './folder-queue';
import { sendSides } from './folder-sides';
import { FolderRow } from './folder-row';
import type { Folder, Row } from './folder-store';
import { addFiles, changeFolder, folder, forgetFolder, isNew, needsLook } from './folder-store';
import styles from './folder.module.css';
import { recordingQueries } from './queries';

/** How many files the server matches together. */
const mostFiles = 3000;

/** Reads what was dropped, has it matched, and begins to send it. A folder that is too large changes nothing. */
async function takeIn(found: readonly Found[], onTooMany: (count: number) => void): Promise<void> {
  if (found.length === 0) {
    return;
  }
  if (found.length > mostFiles) {
    onTooMany(found.length);
    return;
  }
  changeFolder({ phase: 'reading' });
  try {
    await addFiles(await describeFiles(found));
  } finally {
    changeFolder({ phase: folder.get().rows.length + folder.get().others.length > 0 ? 'there' : 'none' });
  }
  pump();
  folder.get().rows.forEach(({ key }) => void sendSides(key));
}

/** Keeps the queue informed, and asks before the page is left while something is sent. */
function useQueue(): void {
  const { t } = useTranslation('recordings');
  const client = useQueryClient();
  useEffect(() => {
    prepareQueue(t('upload.failure'), () => {
      void client.invalidateQueries({ queryKey: recordingQueries.all() });
    });
    const ask = (event: BeforeUnloadEvent): void => {
      if (isSending()) {
        event.preventDefault();
      }
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [client, t]);
}

interface RowsProps {
  title: string;
  rows: readonly Row[];
  open: string;
  onOpen: (key: string) => void;
  onNext: (key: string) => void;
}

function Rows({ title, rows, open, onOpen, onNext }: RowsProps): ReactNode {
  return rows.length === 0 ? null : (
    <tbody>
      <tr className={styles['group']}>
        <th colSpan={5} scope="rowgroup">
          {title}
        </th>
      </tr>
      {rows.map((row) => (
        <FolderRow
          key={row.key}
          row={row}
          open={open === row.key}
          onOpen={() => onOpen(open === row.key ? '' : row.key)}
        >
          <FolderLook row={row} onNext={() => onNext(row.key)} />
        </FolderRow>
      ))}
    </tbody>
  );
}

/** The rows in the order in which they are worked through. */
function useRows(rows: readonly Row[]) {
  const [open, setOpen] = useState('');
  const looks = rows.filter(needsLook);
  const sure = rows.filter((row) => !needsLook(row) && isNew(row));
  const rest = rows.filter((row) => !needsLook(row) && !isNew(row));
  const order = [...looks, ...sure, ...rest];
  const step = (by: number): void => {
    const at = order.findIndex(({ key }) => key === open);
    setOpen(order[Math.max(0, Math.min(order.length - 1, at + by))]?.key ?? '');
  };
  const next = (key: string): void => {
    const at = looks.findIndex((row) => row.key === key);
    setOpen((looks[at + 1] ?? looks.find((row) => row.key !== key))?.key ?? '');
  };
  return { open, setOpen, looks, sure, rest, step, next };
}

/** Whether all that is to be sent has arrived. */
const isThrough = (rows: readonly Row[]): boolean =>
  rows.every((row) => !isNew(row) || row.sent.state === 'done');

/** All files of the folder: doubts first, and the sure ones confirmed in one go. */
function Files({ now }: { now: Folder }): ReactNode {
  const { t } = useTranslation('recordings');
  const { open, setOpen, looks, sure, rest, step, next } = useRows(now.rows);
  const ready = sure.filter(({ place, match }) => place === null && match.state === 'sure');
  const parts = proposedParts(
    now.rows,
    ready.map(({ key }) => key),
  );
  const confirmSure = (): void => {
    const best = ready.map(({ key, match }) => ({ key, place: match.candidates[0]?.place }));
    void confirm(best.flatMap(({ key, place }) => (place === undefined ? [] : [{ key, place }])));
  };
  const count = ready.length + parts.length;
  const label = t('folder.confirm', { count });
  useShortcuts({
    ArrowDown: { label: t('folder.keyWalk'), group: 'list', run: () => step(1) },
    ArrowUp: { label: t('folder.keyWalk'), group: 'list', run: () => step(-1) },
    'Ctrl+Enter': { label, run: confirmSure },
  });
  const rows = { open, onOpen: setOpen, onNext: next };
  return (
    <>
      <FolderProgress folder={now} />
      <div className={styles['buttons']}>
        {count > 0 && (
          <Button variant="primary" onClick={confirmSure}>
            {label} <Keys keys="Ctrl+Enter" />
          </Button>
        )}
        {isThrough(now.rows) && <Button onClick={forgetFolder}>{t('folder.finish')}</Button>}
      </div>
      <table className={styles['table']} aria-label={t('folder.table')}>
        <thead>
          <tr>
            {(['file', 'place', 'sureness', 'upload', 'more'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`folder.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <Rows title={t('folder.looks', { count: looks.length })} rows={looks} {...rows} />
        <Rows title={t('folder.sures', { count: sure.length })} rows={sure} {...rows} />
        <Rows title={t('folder.rest', { count: rest.length })} rows={rest} {...rows} />
      </table>
      <p className={styles['aside']}>{t('folder.again')}</p>
    </>
  );
}

/** A folder of recordings on its way in, all uploads in one queue. */
export function FolderIn(): ReactNode {
  const { t } = useTranslation('recordings');
  const now = useValue(folder);
  const tooMany = (count: number): void => {
    notify('error', t('folder.tooMany', { count, most: mostFiles }));
  };
  useQueue();
  return (
    <Card title={t('folder.card')}>
      <FolderDrop busy={now.phase === 'reading'} onFiles={(found) => void takeIn(found, tooMany)} />
      <p role="status">{now.phase === 'reading' && t('folder.reading')}</p>
      {now.rows.length > 0 && <Files now={now} />}
      {now.others.length > 0 && (
        <details>
          <summary>{t('folder.others', { count: now.others.length })}</summary>
          <ul>
            {now.others.map(({ path, reason }) => (
              <li key={path}>{`${path}: ${reason}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
