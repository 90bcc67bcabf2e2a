import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { Cluster, Grid, Stack } from '@/shared/ui/layout';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { Keys } from '@/shared/ui/staff/keys';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import { useForm } from '@/shared/ui/staff/use-form';
import { useWide } from '@/shared/ui/wide';
import { Conflict } from './conflict';
import { FieldBox } from './field-box';
import { changesOf, fieldNames, fieldOf, sections, textsOf, type FieldName } from './fields';
import { follows } from './follows';
import type { StaffRecord } from './queries';
import { RecordRow } from './record-row';
import styles from './record-card.module.css';
import { useRecordSchema } from './schema';
import { useCan } from './use-can';
import { useSaveRecord } from './use-save';

interface Props {
  /** The record when editing started. */
  began: StaffRecord;
  /** The record now, which someone else may have changed since. */
  latest: StaffRecord;
  /** Starts editing again with another record. */
  onBegin: (record: StaffRecord) => void;
}

function useRecordForm({ began, latest, onBegin }: Props) {
  const initial = useMemo(() => textsOf(began.fields), [began]);
  const { mutateAsync } = useSaveRecord(began.id);
  const form = useForm({
    name: `student ${began.id}`,
    schema: useRecordSchema(),
    initial,
    fieldOf,
    secret: ['nationalId'],
    onSubmit: async (values) => {
      // The latest values are shown beside the changes, so saving on top of them is deliberate.
      onBegin(await mutateAsync({ was: { ...latest, fields: began.fields }, changes: changesOf(initial, values) }));
    },
  });
  const now = Object.fromEntries(fieldNames.map((name) => [name, form.value(name).value])) as typeof initial;
  const changes = changesOf(initial, now);
  const [kept, setKept] = useState<{ version: number; names: readonly FieldName[] }>();
  const names = kept?.version === latest.version ? kept.names : [];
  const theirs = textsOf(latest.fields);
  // What both have changed is never overwritten unseen: a version is chosen first.
  const undecided = fieldNames.filter(
    (name) =>
      theirs[name] !== initial[name] &&
      changes[name] !== undefined &&
      changes[name] !== theirs[name] &&
      !names.includes(name),
  );
  const onKeep = (name: FieldName): void => setKept({ version: latest.version, names: [...names, name] });
  const conflict = latest.version !== began.version && Object.keys(changes).length > 0;
  return { form, initial, changes, latest, conflict, undecided, onKeep };
}

type RecordForm = ReturnType<typeof useRecordForm>;

/** The changes, what follows from them, and the button that saves them, always on screen with what prevents it. */
function SaveBar({ recordForm }: { recordForm: RecordForm }) {
  const { t } = useTranslation('students');
  const { form, changes, conflict, undecided } = recordForm;
  const count = Object.keys(changes).length;
  return (
    <div className={styles['bar']}>
      <FormNotes form={form} />
      {conflict && <Conflict {...recordForm} />}
      <Cluster gap="2 3">
        <p className={styles['follows']}>
          <b>{t('record.changes', { count })}</b> {follows(changes, t).join(' ')}
        </p>
        <Button variant="text" onClick={form.discard}>
          {t('record.discard')}
        </Button>
        <Button type="submit" variant="primary" loading={form.busy} disabled={undecided.length > 0}>
          {t('record.save', { count })}
          <Keys keys="Ctrl+s" />
        </Button>
      </Cluster>
    </div>
  );
}

/** Phones edit one field at a time, in a sheet. */
function FieldSheet({ recordForm, name, onClose }: { recordForm: RecordForm; name: FieldName; onClose: () => void }) {
  const { t } = useTranslation('students');
  const { form, changes, conflict, undecided } = recordForm;
  const count = Object.keys(changes).length;
  const giveUp = (): void => {
    form.discard();
    onClose();
  };
  return (
    <SidePanel open title={t(`field.${name}`)} onClose={giveUp}>
      <Stack as="form" gap={4} onSubmit={form.submit}>
        <FormNotes form={form} />
        {conflict && <Conflict {...recordForm} />}
        <FieldBox name={name} {...form.value(name)} />
        <p className={styles['follows']}>{count === 0 ? t('record.unchanged') : follows(changes, t).join(' ')}</p>
        <Button
          type="submit"
          variant="primary"
          block
          loading={form.busy}
          disabled={count === 0 || undecided.length > 0}
        >
          {t('record.saveOne')}
        </Button>
      </Stack>
    </SidePanel>
  );
}

function RecordForm(props: Props) {
  const { t } = useTranslation('students');
  const { began, latest, onBegin } = props;
  const { change } = useCan();
  const wide = useWide();
  const element = useRef<HTMLFormElement>(null);
  const recordForm = useRecordForm(props);
  const { form, initial, changes, undecided } = recordForm;
  const [opened, setOpened] = useState<readonly FieldName[]>([]);
  const changed = Object.keys(changes).length > 0;
  const moved = latest.version !== began.version;
  useEffect(() => {
    if (moved && !changed) {
      onBegin(latest);
    }
  }, [moved, changed, latest, onBegin]);
  useShortcuts({
    ...(change && wide && { e: { label: t('record.edit'), run: () => setOpened(fieldNames) } }),
    ...(changed && {
      'Ctrl+s': { label: t('record.saveOne'), run: () => undecided.length === 0 && element.current?.requestSubmit() },
    }),
  });
  const rows = (names: readonly FieldName[]) =>
    names.map((name) => (
      <RecordRow
        key={name}
        record={began}
        {...{ name }}
        field={form.value(name)}
        was={initial[name]}
        editing={change && wide && (opened.includes(name) || changes[name] !== undefined)}
        onEdit={change ? () => setOpened(wide ? [...opened, name] : [name]) : undefined}
      />
    ));
  const [only] = opened;
  const give = (
    <Button size="s" variant="text" onClick={() => setOpened(opened.length === 0 ? fieldNames : [])}>
      {opened.length === 0 ? t('record.edit') : t('record.editNone')}
      {opened.length === 0 && <Keys keys="e" />}
    </Button>
  );
  return (
    <Card title={t('record.title')} extra={change && wide ? give : undefined} className={styles['card']}>
      <form ref={element} onSubmit={form.submit}>
        {(['identity', 'studies', 'contact'] as const).map((section) => (
          <section key={section} className={styles['section']} aria-label={t(`section.${section}`)}>
            <h3>{t(`section.${section}`)}</h3>
            <Grid as="dl" gap="0 8" min="300px" fill>
              {rows(sections[section])}
            </Grid>
          </section>
        ))}
        {changed && wide && <SaveBar {...{ recordForm }} />}
      </form>
      {!wide && only !== undefined && <FieldSheet {...{ recordForm }} name={only} onClose={() => setOpened([])} />}
    </Card>
  );
}

/** A student's record. Each field can be edited, and all changes are saved together. */
export function RecordCard({ record }: { record: StaffRecord }) {
  const [began, setBegan] = useState(record);
  return <RecordForm key={began.version} began={began} latest={record} onBegin={setBegan} />;
}
