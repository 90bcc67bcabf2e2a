import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { SearchIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { Filters } from '@/shared/ui/staff/table/filters';
import { EmptyState } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import { useSettled } from '@/shared/ui/use-settled';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import { AssetRow } from './asset-row';
import { RecordingsBulk } from './bulk-list';
import { ListPages } from './list-pages';
import styles from './recordings-page.module.css';
import { recordingQueries, type Asset } from './queries';
import { SelectAll } from './select-all';
import { useListAddress, useListFilters } from './use-list';
import { useSelection, type Selection } from './use-selection';

/** The rows that show the switches of their lesson: the recording that plays, or else the newest. */
function rowsWithSwitches(assets: readonly Asset[]): ReadonlySet<string> {
  const switchRows = new Map<string, Asset>();
  for (const asset of assets) {
    if (asset.current || !switchRows.has(asset.lesson)) {
      switchRows.set(asset.lesson, asset);
    }
  }
  return new Set([...switchRows.values()].map(({ id }) => id));
}

function NoRecordings({ narrowed }: { narrowed: 'no' | 'search' | 'show' }) {
  const { t } = useTranslation('recordings');
  switch (narrowed) {
    case 'search':
      return <EmptyState drawing="film" title={t('list.notFound')} text={t('list.notFoundText')} />;
    case 'show':
      return <EmptyState drawing="done" title={t('recordings.noneLeft')} text={t('recordings.noneLeftText')} />;
    case 'no':
    default:
      return <EmptyState drawing="film" title={t('recordings.none')} text={t('recordings.noneText')} />;
  }
}

function Rows({ assets, selection }: { assets: readonly Asset[]; selection: Selection }) {
  const switchRows = rowsWithSwitches(assets);
  return (
    <ul>
      {assets.map((asset) => (
        <AssetRow
          key={asset.id}
          asset={asset}
          showsSwitches={switchRows.has(asset.id)}
          selected={selection.has(asset.id)}
          onSelect={(on) => selection.select([asset], on)}
        />
      ))}
    </ul>
  );
}

/** All recordings, newest first, with search, filters and pages. */
export function RecordingsList() {
  const { t } = useTranslation('recordings');
  const { filter, page, search, choose, find, turn } = useListAddress();
  const typing = useWholeWords(search, find);
  const asked = { ...filter, search: useSettled(filter.search) };
  const assets = useQuery(recordingQueries.assets(asked, page));
  const { data: counts } = useQuery(recordingQueries.counts(asked));
  const selection = useSelection(assets.data ?? []);
  const count = counts?.[filter.show ?? 'all'];
  const { filters, title } = useListFilters(filter, counts);
  const narrowed = filter.search !== '' ? 'search' : filter.show === undefined ? 'no' : 'show';
  return (
    <Card
      title={title}
      extra={
        filter.show !== undefined && (
          <Button size="s" onClick={() => choose({ course: [filter.course] })}>
            {t('recordings.showAll')}
          </Button>
        )
      }
    >
      <div className={styles['tools']}>
        <TextField
          className={styles['search']}
          label={t('list.search')}
          hideLabel
          type="search"
          icon={SearchIcon}
          placeholder={t('list.searchHint')}
          maxLength={100}
          {...typing}
        />
        <Filters
          filters={filters}
          chosen={{
            show: filter.show === undefined ? [] : [filter.show],
            course: filter.course === '' ? [] : [filter.course],
          }}
          onChoose={choose}
        />
      </div>
      <QueryView query={assets} empty={<NoRecordings narrowed={narrowed} />}>
        {(list) => (
          <>
            <SelectAll assets={list} filter={asked} count={count} selection={selection} />
            <Rows assets={list} selection={selection} />
          </>
        )}
      </QueryView>
      <ListPages page={page} shown={assets.data?.length ?? 0} all={count} onPage={turn} />
      {selection.chosen.length > 0 && <RecordingsBulk assets={selection.chosen} onNone={selection.none} />}
    </Card>
  );
}
