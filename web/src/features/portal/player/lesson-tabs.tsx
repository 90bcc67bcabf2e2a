import { useState, type ReactNode } from 'react';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useValue } from '@/shared/store/value';
import { Tabs, type Tab } from '@/shared/ui/tabs';
import { captionsShown, transcriptOf } from './captions';
import type { Control } from './control';
import { AboutPanel, FilesPanel } from './course-panels';
import { NotesPanel } from './notes-panel';
import { preferences } from './preferences';
import { TranscriptPanel } from './transcript-panel';
import type { WireMedia, WireWatch } from './wire';

type TabId = 'lessons' | 'transcript' | 'notes' | 'files' | 'about';

interface Props {
  control: Control;
  watch: WireWatch;
  title: string;
  /** The list of lessons, when there is no room for it beside the player. */
  lessons: ReactNode;
}

const noCaptions: WireMedia['captions'] = [];

function Transcript({ control, watch, lesson }: Pick<Props, 'control' | 'watch'> & { lesson: string }) {
  const { locale } = useTranslation('player');
  const chosen = useValue(preferences).captions;
  const captions = watch.media?.captions ?? noCaptions;
  const caption = transcriptOf(captions, captionsShown(captions, chosen, locale), locale);
  return <TranscriptPanel lesson={lesson} caption={caption} control={control} />;
}

/** The tabs of a lesson: only what it has and the viewer may use. */
export function LessonTabs({ control, watch, title, lessons }: Props) {
  const { t, locale } = useTranslation('player');
  const [selected, setSelected] = useState<TabId | null>(null);
  const { media } = watch;
  const id = watch.lesson?.id;
  const tabs: Tab<TabId>[] = [];
  if (lessons !== null) {
    tabs.push({ id: 'lessons', label: t('tab.lessons'), content: lessons });
  }
  if (media !== null && id !== undefined) {
    const content = <Transcript control={control} watch={watch} lesson={id} />;
    tabs.push({ id: 'transcript', label: t('tab.transcript'), content });
  }
  if (watch.watching !== null && id !== undefined) {
    const content = <NotesPanel lesson={id} title={title} course={nameIn(locale, watch.course)} control={control} />;
    tabs.push({ id: 'notes', label: t('tab.notes'), content });
  }
  if (media !== null || watch.attachments.length > 0) {
    tabs.push({ id: 'files', label: t('tab.files'), content: <FilesPanel files={watch.attachments} /> });
  }
  tabs.push({ id: 'about', label: t('tab.about'), content: <AboutPanel watch={watch} /> });
  const shown = tabs.find((tab) => tab.id === selected) ?? tabs[0];
  return <Tabs label={t('tab.label')} tabs={tabs} selected={shown?.id ?? 'about'} onSelect={setSelected} />;
}
