import { useId } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Grid } from '@/shared/ui/layout';
import { errorText } from '@/shared/ui/state';
import { Button } from '@/shared/ui/button';
import { Tabs } from '@/shared/ui/tabs';
import { TextField } from '@/shared/ui/text-field';
import { Alternatives, takeProposal } from './alternatives';
import { asksReason, tabs } from './change';
import { CheckView, ClashesNow } from './check-view';
import { RoomFields, TeacherFields } from './composer-fields';
import type { Hint } from './carry';
import styles from './composer.module.css';
import { FromTo } from './from-to';
import type { Plan } from './plan';
import { MoveFields, TimeFields } from './time-fields';
import type { Clash, Proposal } from './types';
import type { Composer } from './use-composer';
import type { Words } from './use-words';

interface Props {
  plan: Plan;
  composer: Composer;
  words: Words;
  slots: readonly Hint[];
  /** The best slots, in order. */
  proposals: readonly Proposal[];
  /** The clashes the class has now; empty once a change is composed. */
  now: readonly Clash[];
}

function Fields(props: Props) {
  const { plan, composer, words } = props;
  const { t } = useTranslation('planning');
  const content = {
    move: <MoveFields {...props} />,
    room: <RoomFields {...props} />,
    teacher: <TeacherFields {...props} />,
    cancel: <p className="text-2 size-13 regular">{t('cancel.text')}</p>,
  };
  return composer.mode === 'change' ? (
    <Tabs
      label={t('tabs')}
      tabs={tabs.map((id) => ({
        id,
        label: t(`tab.${id}`),
        content: <div className={styles['fields']}>{content[id]}</div>,
      }))}
      selected={composer.composed.tab}
      onSelect={(tab) => composer.set({ tab })}
    />
  ) : (
    <div className={styles['fields']}>
      {composer.mode === 'makeup' && <p>{t('makeup.text')}</p>}
      {composer.mode === 'makeup' ? <MoveFields {...props} /> : <TimeFields {...{ plan, composer }} />}
      {composer.mode === 'extra' && (
        <>
          <RoomFields {...{ plan, composer, words }} />
          <TeacherFields {...{ plan, composer, words }} />
        </>
      )}
    </div>
  );
}

/** The button that adds the change to the draft, or what is missing for it. */
function Put({ composer }: { composer: Composer }) {
  const { t } = useTranslation('planning');
  const id = useId();
  const { missing, busy, problem, put, line } = composer;
  useShortcuts(
    { 'Ctrl+s': { label: t('put'), run: () => missing === undefined && !busy && (put(), true) } },
    { inDialog: true },
  );
  return (
    <>
      <Grid gap={3} columns="auto minmax(0, 1fr)" align="center">
        <Button
          variant="primary"
          data-put
          loading={busy}
          disabled={missing !== undefined && !busy}
          aria-describedby={id}
          onClick={put}
        >
          {t(line === undefined ? 'put' : 'put.again')}
        </Button>
        <p id={id} role="status" className="text-2 size-13 regular">
          {busy ? '' : missing}
        </p>
      </Grid>
      <div role="alert">{problem !== undefined && <p className="danger size-13">{problem}</p>}</div>
    </>
  );
}

/** Composes one change and adds it to the draft. */
export function ComposerView(props: Props) {
  const { composer, words, proposals, now } = props;
  const { t } = useTranslation('planning');
  const { item, composed, set, changes, checked, checking, checkError } = composer;
  useShortcuts(
    Object.fromEntries(
      proposals.map((proposal) => [
        String(proposal.rank),
        {
          label: t('alternatives.take', { rank: proposal.rank }),
          run: () => takeProposal(composer, proposal),
        },
      ]),
    ),
    { inDialog: true },
  );
  const hard = checked?.hard.some(asksReason) ?? false;
  return (
    <div className={styles['composer']}>
      {now.length > 0 && <ClashesNow {...{ now, words }} />}
      <Fields {...props} />
      {item !== undefined && composed.tab !== 'cancel' && <FromTo {...{ composer, words }} />}
      <TextField
        label={t('note.label')}
        placeholder={t('note.example')}
        maxLength={500}
        value={composed.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      {checkError !== null && (
        <p role="alert" className="danger size-13">
          {errorText(checkError)}
        </p>
      )}
      {checked !== undefined && checkError === null && (
        <CheckView {...{ checked, changes, checking, words }} partner={composed.partner} />
      )}
      {proposals.length > 0 && composed.tab !== 'cancel' && <Alternatives {...{ composer, words, proposals }} />}
      {hard && (
        <TextField
          label={t('reason.label')}
          hint={t('reason.hint')}
          required
          value={composed.reason}
          onChange={({ target }) => set({ reason: target.value })}
        />
      )}
      <Put composer={composer} />
    </div>
  );
}
