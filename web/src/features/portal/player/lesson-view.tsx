import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { nameIn, titleIn } from '@/shared/i18n/name-in';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useCourseProgress } from '@/shared/store/progress';
import { useValue } from '@/shared/store/value';
import { Chip } from '@/shared/ui/badge';
import { Card } from '@/shared/ui/card';
import { Stack } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { useExtraWide } from '@/shared/ui/wide';
import { chaptersIn } from './chapters';
import { createControl } from './control';
import { LessonList, LessonsSummary } from './lesson-list';
import { LessonTabs } from './lesson-tabs';
import styles from './lesson-view.module.css';
import { preferences } from './preferences';
import { watchQueries } from './queries';
import { LessonPlayer } from './lesson-player';
import type { Refetch } from './use-source';
import { WatchState } from './watch-state';
import type { WireMedia, WireWatch } from './wire';

interface Props {
  watch: WireWatch;
  asked: number | undefined;
  onGo: (lesson: string) => void;
  refetch: Refetch;
}

/** Refreshes the progress on other pages after watching. */
function useAftermath(): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      const playing = watchQueries.lesson('').queryKey.slice(0, 2);
      void client.invalidateQueries({
        predicate: ({ queryKey }) => !playing.every((part, index) => queryKey[index] === part),
        refetchType: 'none',
      });
    },
    [client],
  );
}

function isPlayable({ access, state, media, live }: WireWatch): boolean {
  return access === 'granted' && (media !== null || (state === 'live' && (live?.playlist ?? '') !== ''));
}

function Standing({ watch }: { watch: WireWatch }) {
  const { t } = useTranslation('player');
  const formats = useFormats();
  const { course, lesson } = watch;
  const local = useCourseProgress(course.id);
  if (course.enrolled) {
    const percent = formats.number(Math.max(course.progress, local) / 100, { style: 'percent' });
    return <Chip tone="accent">{t('courseProgress', { percent })}</Chip>;
  }
  return lesson?.preview === true ? <Chip tone="accent">{t('preview')}</Chip> : null;
}

const noChapters: WireMedia['chapters'] = [];

/** A lesson: the player or why there is none, the course's lessons, and the lesson's tabs. */
export function LessonView({ watch, asked, onGo, refetch }: Props) {
  const { t, locale } = useTranslation('player');
  const sideBySide = useExtraWide();
  const { theatre } = useValue(preferences);
  const [control] = useState(createControl);
  useAftermath();
  const { course, lesson, lessons } = watch;
  const wire = watch.media?.chapters ?? noChapters;
  const chapters = useMemo(() => chaptersIn(locale, wire), [locale, wire]);
  const name = lesson === null || lesson.title === '' ? '' : titleIn(locale, lesson);
  const title =
    name === '' ? nameIn(locale, course) : t('lessons.title', { position: lesson?.position ?? 0, title: name });
  const list =
    lessons.length === 0 ? null : (
      <>
        {course.enrolled && <LessonsSummary lessons={lessons} />}
        <LessonList {...{ lessons, chapters, control }} counted={course.enrolled} current={lesson?.id ?? ''} />
      </>
    );
  const playable = isPlayable(watch);
  return (
    <Page title={title} aside={<Standing watch={watch} />}>
      <div className={styles['layout']} data-theatre={theatre && playable}>
        <div className={styles['picture']}>
          {playable ? (
            <LessonPlayer {...{ control, watch, chapters, title, asked, onGo, refetch }} />
          ) : (
            <WatchState watch={watch} onRetry={() => void refetch()} />
          )}
        </div>
        <div className={styles['tabs']}>
          <LessonTabs {...{ control, watch, title }} lessons={sideBySide ? null : list} />
        </div>
        {sideBySide && list !== null && (
          <Stack gap={4} shrink className={styles['side']}>
            <Card title={t('tab.lessons')}>{list}</Card>
          </Stack>
        )}
      </div>
    </Page>
  );
}
