import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { Combobox } from '@/shared/ui/staff/combobox';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import { AbsenceView } from './absence-view';
import type { Panel } from './address';
import { DraftView } from './draft-view';
import { ComposerView } from './composer-view';
import styles from './composer.module.css';
import type { Plan } from './plan';
import { Publications } from './publications';
import { PublishActions } from './publish-actions';
import { RequestNote, Requests } from './requests';
import type { Desk } from './use-desk';
import { useOptionSearch } from './use-option-search';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  words: Words;
  desk: Desk;
  panel: Panel | undefined;
  /** On a phone the panel covers the grid, so it opens only after a class is dropped. */
  open: boolean;
}

function About({ plan, composer, words }: { plan: Plan; composer: Composer; words: Words }) {
  const { t } = useTranslation('planning');
  const { item } = composer;
  if (item === undefined) {
    return null;
  }
  const size = plan.sizes.get(item.group) ?? 0;
  return (
    <p className={styles['about']}>
      {[words.code(item), words.teacher(item.place), t('size', { count: size })].filter(Boolean).join(' · ')}
    </p>
  );
}

function GroupField({ plan, desk }: Pick<Props, 'plan' | 'desk'>) {
  const { t } = useTranslation('planning');
  const search = useOptionSearch('group', plan.term.id);
  return <Combobox label={t('extra.group')} value={desk.group} onChange={desk.setGroup} search={search} />;
}

function Work({ plan, words, desk, panel }: Omit<Props, 'open'>) {
  const { composer, slots, proposals, now, request, readOnly, close } = desk;
  const { t } = useTranslation('planning');
  if (panel === 'absence' && !readOnly) {
    return <AbsenceView {...{ plan, words }} onDone={close} />;
  }
  if (composer === undefined) {
    return null;
  }
  return (
    <>
      <About {...{ plan, composer, words }} />
      {readOnly ? (
        <p className="text-2 size-13 regular">{t('over.class')}</p>
      ) : (
        <>
          {request !== undefined && <RequestNote {...{ request, words }} />}
          {panel === 'extra' && composer.item === undefined && <GroupField {...{ plan, desk }} />}
          <ComposerView {...{ plan, composer, words, slots, proposals, now }} />
        </>
      )}
    </>
  );
}

/** The side panel: the change being composed, then the draft with its publish button. */
export function DeskPanel(props: Props) {
  const { plan, words, desk, panel, open } = props;
  const { composer, readOnly, openLine, openRequest, close } = desk;
  const { t } = useTranslation('planning');
  const [note, setNote] = useState('');
  const busy = composer !== undefined || panel === 'absence';
  useShortcuts(busy ? { Escape: { label: t('panel.close'), run: close } } : {});
  const title =
    panel === 'absence'
      ? t('absence.button')
      : composer === undefined
        ? t('draft.panel')
        : composer.item === undefined
          ? t('extra.button')
          : words.course(composer.item);
  const term = plan.term.id;
  return (
    <SidePanel
      fixed
      {...{ title, open }}
      onClose={close}
      {...(!readOnly && {
        actions: <PublishActions {...{ term, note }} composing={busy} onPublished={() => setNote('')} />,
      })}
    >
      <div className={styles['panel']}>
        <Work {...props} />
        {busy && (
          <Button size="s" variant="text" className={styles['close']} onClick={close}>
            {t('panel.close')}
          </Button>
        )}
        <Requests words={words} onOpen={openRequest} />
        <DraftView {...{ term, words, readOnly, note }} onNote={setNote} onOpen={openLine} />
        <Publications {...{ term, readOnly, words }} />
      </div>
    </SidePanel>
  );
}
