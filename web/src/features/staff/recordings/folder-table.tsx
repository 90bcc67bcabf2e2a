import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { Cluster } from '@/shared/ui/layout';
import { Select } from '@/shared/ui/select';
import { Keys } from '@/shared/ui/staff/keys';
import { Filters } from '@/shared/ui/staff/table/filters';
import { FolderBulk } from './folder-bulk';
import { proposedParts } from './folder-join';
import { FolderLook } from './folder-look';
import { FolderProgress } from './folder-progress';
import { confirm } from './folder-queue';
import { FolderRow } from './folder-row';
import { changeFolder, folder, forgetFolder, isNew, type Folder, type Row } from './folder-store';
import styles from './folder.module.css';
import { useFolderRows, useSelected, type FolderView } from './use-folder-rows';

const shows = ['as', 'now', 'hidden'] as const;

/** Rows rendered per group at first: a folder may have thousands. */
const drawn = 200;

interface RowsProps {
  title: string;
  rows: readonly Row[];
  view: FolderView;
  selected: ReturnType<typeof useSelected>;
}

function Rows({ title, rows, view, selected }: RowsProps) {
  const { t } = useTranslation('recordings');
  const [most, setMost] = useState(drawn);
  const { open, setOpen, next } = view;
  const at = rows.findIndex(({ key }) => key === open);
  const shown = rows.slice(0, Math.max(most, at + 1));
  return rows.length === 0 ? null : (
    <tbody>
      <tr className={styles['group']}>
        <th colSpan={6} scope="rowgroup">
          {title}
        </th>
      </tr>
      {shown.map((row) => (
        <FolderRow
          key={row.key}
          row={row}
          open={open === row.key}
          onOpen={() => setOpen(open === row.key ? '' : row.key)}
          selected={selected.has(row.key)}
          onSelect={() => selected.toggle(row.key)}
        >
          <FolderLook row={row} onNext={() => next(row.key)} />
        </FolderRow>
      ))}
      {shown.length < rows.length && (
        <tr>
          <td colSpan={6}>
            <Button size="s" variant="text" onClick={() => setMost(most + drawn)}>
              {t('folder.showMore', { count: rows.length - shown.length })}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Whether all uploads are complete. */
const isThrough = (rows: readonly Row[]): boolean => rows.every((row) => !isNew(row) || row.sent.state === 'done');

/** Confirms all sure matches at once. */
function ConfirmSure({ rows, sure }: { rows: readonly Row[]; sure: readonly Row[] }) {
  const { t } = useTranslation('recordings');
  const ready = sure.filter(({ place, match }) => place === null && match.state === 'sure');
  const keys = ready.map(({ key }) => key);
  const count = ready.length + proposedParts(rows, keys).length;
  const label = t('folder.confirm', { count });
  const { show } = useValue(folder);
  const published = ready.filter(({ match }) => match.candidates[0]?.published === true).length;
  const shown = { as: published, now: ready.length, hidden: 0 }[show];
  const run = (): void => {
    const best = ready.map(({ key, match }) => ({ key, place: match.candidates[0]?.place }));
    void confirm(best.flatMap(({ key, place }) => (place === undefined ? [] : [{ key, place }])));
  };
  useShortcuts({ 'Ctrl+Enter': { label, run } });
  return (
    count > 0 && (
      <>
        <Button variant="primary" onClick={run}>
          {label} <Keys keys="Ctrl+Enter" />
        </Button>
        <span className={styles['aside']}>
          {shown > 0 ? t('folder.shown', { count: shown }) : t('folder.shownNone')}
        </span>
      </>
    )
  );
}

function Head({ rows, selected }: Pick<RowsProps, 'rows' | 'selected'>) {
  const { t } = useTranslation('recordings');
  const all = rows.length > 0 && rows.every(({ key }) => selected.has(key));
  return (
    <thead>
      <tr>
        <th scope="col">
          <input
            type="checkbox"
            className={styles['select']}
            aria-label={t('folder.selectAll')}
            checked={all}
            onChange={() => selected.set(all ? [] : rows.map(({ key }) => key))}
          />
        </th>
        {(['file', 'place', 'sureness', 'upload', 'more'] as const).map((column) => (
          <th key={column} scope="col">
            {t(`folder.column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** All files of the folder, doubtful matches first. */
export function FolderTable({ now }: { now: Folder }) {
  const { t } = useTranslation('recordings');
  const view = useFolderRows(now.rows);
  const { looks, sure, rest, order, step, open } = view;
  const selected = useSelected(now.rows, order);
  useShortcuts({
    ArrowDown: { label: t('folder.keyWalk'), group: 'list', run: () => step(1) },
    ArrowUp: { label: t('folder.keyWalk'), group: 'list', run: () => step(-1) },
    x: { label: t('folder.keySelect'), group: 'list', run: () => open !== '' && selected.toggle(open) },
    'Shift+x': { label: t('folder.keySelectTo'), group: 'list', run: () => selected.upTo(open) },
  });
  const shared = { view, selected };
  return (
    <>
      <div className={styles['whole']}>
        <FolderProgress folder={now} />
        <Cluster gap={2} align="stretch" className={styles['actions']}>
          <ConfirmSure rows={now.rows} sure={now.rows.filter((row) => sure.includes(row))} />
          <Select
            label={t('folder.show')}
            value={now.show}
            options={shows.map((value) => ({ value, label: t(`folder.show.${value}`) }))}
            onChange={({ target }) => changeFolder({ show: shows.find((one) => one === target.value) ?? 'as' })}
          />
          {isThrough(now.rows) && <Button onClick={forgetFolder}>{t('folder.finish')}</Button>}
        </Cluster>
        <Filters filters={view.filters} chosen={view.chosen} onChoose={view.choose} />
        <table className={styles['table']} aria-label={t('folder.table')}>
          <Head rows={order} selected={selected} />
          <Rows title={t('folder.looks', { count: looks.length })} rows={looks} {...shared} />
          <Rows title={t('folder.sures', { count: sure.length })} rows={sure} {...shared} />
          <Rows title={t('folder.rest', { count: rest.length })} rows={rest} {...shared} />
        </table>
        {order.length === 0 && <p className={styles['aside']}>{t('folder.noneSuch')}</p>}
        <p className={styles['aside']}>{t('folder.again')}</p>
      </div>
      {selected.rows.length > 0 && <FolderBulk rows={selected.rows} onNone={() => selected.set([])} />}
    </>
  );
}
