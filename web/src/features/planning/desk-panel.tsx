import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { Combobox } from '@/shared/ui/staff/combobox';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import type { Choice } from '@/shared/ui/staff/use-search';
import { AbsenceView } from './absence-view';
import type { Panel } from './address';
import { Basket } from './basket';
import { ComposerView } from './composer-view';
import type { Hint } from './carry';
import styles from './composer.module.css';
import type { Plan } from './plan';
import { Publications } from './publications';
import { PublishActions } from './publish-actions';
import { RequestNote, Requests } from './requests';
import { searchOptions } from './search-options';
import type { Clash, Line, Proposal, TeacherRequest } from './types';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  words: Words;
  /** Undefined while no class is open. */
  composer: Composer | undefined;
  slots: readonly Hint[];
  proposals: readonly Proposal[];
  /** What the open class clashes with where it is. */
  now: readonly Clash[];
  panel: Panel | undefined;
  group: Choice | null;
  /** What a teacher asks for about the open class. */
  request: TeacherRequest | undefined;
  readOnly: boolean;
  /** As a sheet it hides the grid, so it waits until a class is dropped. */
  open: boolean;
  onGroup: (group: Choice | null) => void;
  onOpenLine: (line: Line) => void;
  onOpenRequest: (request: TeacherRequest) => void;
  onClose: () => void;
}

/** Who is concerned by the change of a class. */
function About({ plan, composer, words }: { plan: Plan; composer: Composer; words: Words }): ReactNode {
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

function GroupField({ plan, group, onGroup }: Pick<Props, 'plan' | 'group' | 'onGroup'>): ReactNode {
  const { t, locale } = useTranslation('planning');
  const client = useQueryClient();
  return (
    <Combobox
      label={t('extra.group')}
      value={group}
      onChange={onGroup}
      search={searchOptions(client, 'group', plan.term.id, locale, t('by.group'))}
    />
  );
}

function Work(props: Props): ReactNode {
  const { plan, words, composer, slots, proposals, now, panel, request, readOnly, onClose } = props;
  const { t } = useTranslation('planning');
  if (panel === 'absence' && !readOnly) {
    return <AbsenceView {...{ plan, words }} onDone={onClose} />;
  }
  if (composer === undefined) {
    return null;
  }
  return (
    <>
      <About {...{ plan, composer, words }} />
      {readOnly ? (
        <p className={styles['quiet']}>{t('over.class')}</p>
      ) : (
        <>
          {request !== undefined && <RequestNote {...{ request, words }} />}
          {panel === 'extra' && composer.item === undefined && <GroupField {...props} />}
          <ComposerView {...{ plan, composer, words, slots, proposals, now }} />
        </>
      )}
    </>
  );
}

/** The side of the desk: the change that is composed, then the draft and its one blue button. */
export function DeskPanel(props: Props): ReactNode {
  const { plan, words, composer, panel, readOnly, open, onOpenLine, onOpenRequest, onClose } = props;
  const { t } = useTranslation('planning');
  const [note, setNote] = useState('');
  const busy = composer !== undefined || panel === 'absence';
  useShortcuts(busy ? { Escape: { label: t('panel.close'), run: onClose } } : {});
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
      {...{ title, open, onClose }}
      {...(!readOnly && {
        actions: <PublishActions {...{ term, note }} onPublished={() => setNote('')} />,
      })}
    >
      <div className={styles['panel']}>
        <Work {...props} />
        {busy && (
          <Button size="s" variant="text" className={styles['close']} onClick={onClose}>
            {t('panel.close')}
          </Button>
        )}
        <Requests words={words} onOpen={onOpenRequest} />
        <Basket {...{ term, words, readOnly, note }} onNote={setNote} onOpen={onOpenLine} />
        <Publications {...{ term, readOnly, words }} />
      </div>
    </SidePanel>
  );
}
