// The one way to forms: react-hook-form for what is typed, valibot for what is right (ADR 23).
import {
  useEffect,
  useEffectEvent,
  useState,
  type FocusEvent,
  type ChangeEvent,
  type RefCallback,
  type SubmitEvent,
} from 'react';
import {
  get,
  useForm as useHookForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { CancelledError } from '@/shared/api/errors';
import { dropDraft, keepDraft, readDraft } from './draft';
import { resolverOf, sortComplaints, type FieldOf } from './form-errors';

interface Options<Input extends FieldValues, Output> {
  /** Names the form for its draft; the id of what is edited belongs in it. */
  name: string;
  /** What is right, with the sentences for what is not. It may change with the language. */
  schema: GenericSchema<Input, Output>;
  /** The same object until something else is edited. */
  initial: Input;
  /** Sends it, by a quiet call: its refusal is shown here. */
  onSubmit: (values: Output) => Promise<unknown>;
  /** Where the server's complaints belong; what is not named is a problem of the whole form. */
  fieldOf?: FieldOf<Input>;
  /** Fields that are never kept, such as a code. */
  secret?: readonly Path<Input>[];
}

type NativeField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What the fields and the form itself take. */
interface Form<Input extends FieldValues> {
  /** For the browser's own fields: TextField, Select. */
  text: (name: Path<Input>) => {
    name: string;
    ref: RefCallback<NativeField>;
    onChange: (event: ChangeEvent<NativeField>) => void;
    onBlur: (event: FocusEvent<NativeField>) => void;
    error: string | undefined;
  };
  /** For fields with a value of their own: dates, pickers, switches. */
  value: <N extends Path<Input>>(
    name: N,
  ) => {
    value: PathValue<Input, N>;
    onChange: (next: PathValue<Input, N>) => void;
    error: string | undefined;
  };
  /** All that is typed so far, checked or not. */
  values: Input;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** What the server complains of that belongs to no field. */
  problems: readonly string[];
  /** Whether it differs from what it began with. */
  changed: boolean;
  /** Whether it holds what was typed before a reload. */
  restored: boolean;
  /** Back to what it began with; the draft is dropped. */
  discard: () => void;
}

/** Keeps what is typed until it is saved, and puts it back after a reload. Returns whether it did. */
function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { name, initial, secret = [] }: Pick<Options<Input, Output>, 'name' | 'initial' | 'secret'>,
): { restored: boolean; drop: () => void } {
  const [draft, setDraft] = useState(() => readDraft(name, initial));
  const restore = useEffectEvent(() => {
    if (draft !== undefined) {
      form.reset(draft, { keepDefaultValues: true });
    }
  });
  useEffect(() => restore(), []); // once: later the form itself knows best
  const keep = useEffectEvent((values: Input) => {
    const open = Object.entries(values).filter(([field]) => !secret.includes(field as Path<Input>));
    keepDraft(name, { began: initial, values: Object.fromEntries(open) });
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);
  const drop = (): void => {
    dropDraft(name);
    setDraft(undefined);
  };
  return { restored: draft !== undefined, drop };
}

/** The first field with an error; it exists once the error is drawn. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** What the browser's own field takes; nobody waits for its events. */
function nativeField({ name, ref, onChange, onBlur }: UseFormRegisterReturn) {
  return {
    name,
    ref,
    onChange: (event: ChangeEvent<NativeField>) => void onChange(event),
    onBlur: (event: FocusEvent<NativeField>) => void onBlur(event),
  };
}

/** A form with one schema: errors at their fields, the server's too, and a draft that outlives a reload. */
export function useForm<Input extends FieldValues, Output>(options: Options<Input, Output>): Form<Input> {
  const { schema, initial, onSubmit, fieldOf = {} } = options;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const form = useHookForm<Input, unknown, Output>({
    defaultValues: initial as DefaultValues<Input>,
    resolver: resolverOf(schema),
    shouldFocusError: false, // fields of our own have no element that it knows
  });
  const { isSubmitting, isDirty, isSubmitted } = form.formState;
  const values = useWatch({ control: form.control });
  const { restored, drop } = useDraft(form, options); // after the one who watches, or the draft would not be seen
  const errorOf = (name: Path<Input>): string | undefined => form.getFieldState(name, form.formState).error?.message;

  const send = async (valid: Output): Promise<void> => {
    setProblems([]);
    try {
      await onSubmit(valid);
      form.reset(form.getValues());
      drop(); // last: a reset is a change, too
    } catch (error) {
      if (!(error instanceof CancelledError)) {
        const { atFields, rest } = sortComplaints<Input>(error, fieldOf);
        atFields.forEach(([field, message]) => form.setError(field, { type: 'server', message }));
        setProblems(rest);
      }
    }
  };
  return {
    text: (name) => ({ ...nativeField(form.register(name)), error: errorOf(name) }),
    value: (name) => ({
      value: get(values, name),
      onChange: (next) => form.setValue(name, next, { shouldDirty: true, shouldValidate: isSubmitted }),
      error: errorOf(name),
    }),
    values: form.getValues(), // anew whenever one changes, because all are watched
    submit: (event) => {
      const element = event.currentTarget;
      void form
        .handleSubmit(send)(event)
        .then(() => focusFirstError(element));
    },
    busy: isSubmitting,
    problems,
    changed: isDirty,
    restored,
    discard: () => {
      setProblems([]);
      form.reset(initial);
      drop();
    },
  };
}
