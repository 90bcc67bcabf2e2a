import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { AssetRow } from './asset-row';
import { RecordingsBulk } from './bulk-list';
import { FolderIn } from './folder-in';
import styles from './recordings-page.module.css';
import type { Asset, StaffLesson } from './queries';
import { recordingQueries } from './queries';
import { UploadCard } from './upload-card';
import { WorkersCard } from './workers-card';

/** The lessons of the recordings on show, by id. */
function useLessons(assets: readonly Asset[]): ReadonlyMap<string, StaffLesson> {
  const courses = [...new Set(assets.map(({ course }) => course).filter((course) => course !== ''))];
  const answers = useQueries({ queries: courses.map((course) => recordingQueries.lessons(course)) });
  return new Map(answers.flatMap(({ data }) => data ?? []).map((lesson) => [lesson.id, lesson]));
}

/** In which row the switches of a lesson stand: with what plays, or else with its newest recording. */
function bearersOf(assets: readonly Asset[]): ReadonlySet<string> {
  const bearers = new Map<string, Asset>();
  for (const asset of assets) {
    if (asset.current || !bearers.has(asset.lesson)) {
      bearers.set(asset.lesson, asset);
    }
  }
  return new Set([...bearers.values()].map(({ id }) => id));
}

function Assets({ assets }: { assets: readonly Asset[] }): ReactNode {
  const lessons = useLessons(assets);
  const bearers = bearersOf(assets);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const chosen = assets.filter(({ id }) => selected.has(id));
  const select = (id: string, on: boolean): void => {
    setSelected(new Set(on ? [...selected, id] : [...selected].filter((one) => one !== id)));
  };
  return (
    <>
      <ul className={styles['assets']}>
        {assets.map((asset) => (
          <AssetRow
            key={asset.id}
            asset={asset}
            lesson={bearers.has(asset.id) ? lessons.get(asset.lesson) : undefined}
            published={lessons.get(asset.lesson)?.published === true}
            selected={selected.has(asset.id)}
            onSelect={(on) => select(asset.id, on)}
          />
        ))}
      </ul>
      {chosen.length > 0 && <RecordingsBulk assets={chosen} onNone={() => setSelected(new Set())} />}
    </>
  );
}

/** Staff put recordings in and see what becomes of them. */
export function RecordingsPage(): ReactNode {
  const { t } = useTranslation('recordings');
  const [course = '', setCourse] = useQueryParam('course');
  const [shown, setShown] = useQueryParam('show');
  const show = shown === 'failed' || shown === 'unmatched' ? shown : undefined;
  const assets = useQuery(recordingQueries.assets(course, show));
  const titles = { failed: t('recordings.showFailed'), unmatched: t('recordings.showUnmatched') };
  const all = course === '' ? t('recordings.all') : t('recordings.ofCourse');
  return (
    <Page title={t('recordings.title')}>
      <div className={styles['layout']}>
        <div className={styles['add']}>
          <FolderIn />
          <UploadCard course={course} onCourse={(next) => setCourse(next === '' ? undefined : next)} />
        </div>
        <div className={styles['side']}>
          <WorkersCard />
        </div>
        <div className={styles['list']}>
          <Card
            title={show === undefined ? all : titles[show]}
            extra={
              show !== undefined && (
                <Button size="s" onClick={() => setShown(undefined)}>
                  {t('recordings.showAll')}
                </Button>
              )
            }
          >
            <QueryView
              query={assets}
              empty={
                show === undefined ? (
                  <EmptyState drawing="film" title={t('recordings.none')} text={t('recordings.noneText')} />
                ) : (
                  <EmptyState
                    drawing="done"
                    title={t('recordings.noneLeft')}
                    text={t('recordings.noneLeftText')}
                  />
                )
              }
            >
              {(list) => <Assets assets={list} />}
            </QueryView>
          </Card>
        </div>
      </div>
    </Page>
  );
}
