import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { CaptionColumn } from './caption-column';
import type { Captions, EditedCue } from './caption-cues';
import { alignCues } from './caption-cues';
import type { Player } from './player';
import styles from './caption-editor.module.css';
import { DraftBar } from './draft-bar';
import type { Language } from './languages';
import { languages } from './languages';
import { captionQueries, useCaptionDraft } from './use-caption-draft';

/** In which row each line of a language stands, and what the other one says in rows where it has none. */
function columnOf(
  side: 'left' | 'right',
  cues: Readonly<Record<'left' | 'right', readonly EditedCue[]>>,
): { rows: number[]; missing: { row: number; cue: EditedCue }[] } {
  const other = side === 'left' ? 'right' : 'left';
  const rows: number[] = [];
  const missing: { row: number; cue: EditedCue }[] = [];
  alignCues(cues.left, cues.right).forEach((row, at) => {
    const [own, beside] = [row[side], cues[other][row[other] ?? -1]];
    if (own !== undefined) {
      rows[own] = at + 1;
    } else if (beside !== undefined) {
      missing.push({ row: at + 1, cue: beside });
    }
  });
  return { rows, missing };
}

interface EditProps {
  asset: string;
  shown: 'both' | Language;
  loaded: Readonly<Record<Language, Captions>>;
  control: Player;
}

/** Both languages in one sitting: each column is the draft of its language, and is saved by itself. */
function Edit({ asset, shown, loaded, control }: EditProps): ReactNode {
  const drafts = {
    'zh-CN': useCaptionDraft(asset, 'zh-CN', loaded['zh-CN']),
    'en-US': useCaptionDraft(asset, 'en-US', loaded['en-US']),
  };
  const cues = { left: drafts['zh-CN'].cues, right: drafts['en-US'].cues };
  const visible = languages.filter((language) => shown === 'both' || shown === language);
  const count = visible.length;
  return (
    <>
      <div className={styles['bars']} data-columns={count}>
        {visible.map((language) => (
          <DraftBar
            key={language}
            {...{ language, control }}
            loaded={loaded[language]}
            draft={drafts[language]}
          />
        ))}
      </div>
      <div className={styles['columns']} data-columns={count}>
        {visible.map((language) => (
          <CaptionColumn
            key={language}
            {...{ language, control }}
            draft={drafts[language]}
            {...columnOf(language === 'zh-CN' ? 'left' : 'right', cues)}
          />
        ))}
      </div>
    </>
  );
}

interface Props {
  lesson: string;
  control: Player;
  onClose: () => void;
}

/** Where staff put captions right, beside the player. */
export function CaptionEditor({ lesson, control, onClose }: Props): ReactNode {
  const { t } = useTranslation('captions');
  const [shown, setShown] = useState<'both' | Language>('both');
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
          onChange={({ target }) =>
            setShown(languages.find((language) => language === target.value) ?? 'both')
          }
        />
        <Button variant="text" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <QueryView query={chinese}>
        {(zh) => (
          <QueryView query={english}>
            {(en) => <Edit {...{ asset, shown, control }} loaded={{ 'zh-CN': zh, 'en-US': en }} />}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}
