import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { SearchIcon } from '@/shared/ui/icons';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { TextField } from '@/shared/ui/text-field';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import { alignCues, type Captions, type EditedCue, type Row } from './caption-cues';
import { CaptionLines, type Line } from './caption-lines';
import type { Player } from './player';
import styles from './caption-editor.module.css';
import { DraftBar } from './draft-bar';
import { languages, type Language } from './languages';
import { captionQueries, useCaptionDraft } from './use-caption-draft';

type Cues = Readonly<Record<Language, readonly EditedCue[]>>;

/** The rows that contain a text in a visible language. */
function rowsWith(text: string, visible: readonly Language[], cues: Cues): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  return alignCues(cues).filter((row) =>
    visible.some((language) => cues[language][row[language] ?? -1]?.text.toLowerCase().includes(wanted)),
  );
}

interface EditProps {
  asset: string;
  shown: 'both' | Language;
  /** Shows only lines that contain this text. */
  find: string;
  loaded: Readonly<Record<Language, Captions>>;
  control: Player;
}

/** Edits both languages together; each has its own draft and saves separately. */
function Edit({ asset, shown, find, loaded, control }: EditProps) {
  const [wanted, setWanted] = useState<Line | null>(null);
  const drafts = {
    'zh-CN': useCaptionDraft(asset, 'zh-CN', loaded['zh-CN']),
    'en-US': useCaptionDraft(asset, 'en-US', loaded['en-US']),
  };
  const cues = { 'zh-CN': drafts['zh-CN'].cues, 'en-US': drafts['en-US'].cues };
  const visible = languages.filter((language) => shown === 'both' || shown === language);
  return (
    <>
      <div className={styles['bars']} data-columns={visible.length}>
        {visible.map((language) => (
          <DraftBar
            key={language}
            {...{ language, control }}
            loaded={loaded[language]}
            draft={drafts[language]}
            onAdd={(index) => setWanted({ language, index })}
          />
        ))}
      </div>
      <CaptionLines
        {...{ visible, drafts, control, wanted }}
        rows={rowsWith(find, visible, cues)}
        follows={find.trim() === ''}
        onGo={setWanted}
      />
    </>
  );
}

interface Props {
  lesson: string;
  control: Player;
  onClose: () => void;
}

/** The caption editor of staff, beside the player. */
export function CaptionEditor({ lesson, control, onClose }: Props) {
  const { t } = useTranslation('captions');
  const [shown, setShown] = useState<'both' | Language>('both');
  const [find, setFind] = useState('');
  const typing = useWholeWords(find, setFind);
  const asset = useQuery(captionQueries.asset(lesson)).data ?? '';
  const chinese = useQuery(captionQueries.draft(asset, 'zh-CN'));
  const english = useQuery(captionQueries.draft(asset, 'en-US'));
  return (
    <div className={styles['editor']}>
      <div className={styles['actions']}>
        <Select
          label={t('language')}
          value={shown}
          options={[
            { value: 'both', label: t('both') },
            ...languages.map((value) => ({ value, label: t(`name.${value}`) })),
          ]}
          onChange={({ target }) => setShown(languages.find((language) => language === target.value) ?? 'both')}
        />
        <TextField type="search" icon={SearchIcon} label={t('find')} {...typing} />
        <Button variant="text" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <QueryView query={chinese}>
        {(zh) => (
          <QueryView query={english}>
            {(en) => <Edit {...{ asset, shown, find, control }} loaded={{ 'zh-CN': zh, 'en-US': en }} />}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}
