// Forms that are filled in and then sent: react-hook-form for the values, valibot for validation (ADR 23).
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
import { dropDraft, storeDraft, readDraft } from './draft';
import { resolverOf, sortComplaints, type FieldOf } from './form-errors';

interface Options<Input extends FieldValues, Output> {
  /** The name of the form's draft; must contain the id of what is edited. */
  name: string;
  /** The validation rules with their messages, which may change with the language. */
  schema: GenericSchema<Input, Output>;
  /** Must stay the same object until something else is edited. */
  initial: Input;
  /** Submits the form with a quiet call, whose error is shown here. */
  onSubmit: (values: Output) => Promise<unknown>;
  /** The field of each of the server's complaints; all others are problems of the whole form. */
  fieldOf?: FieldOf<Input>;
  /** Fields that are never stored in the draft, such as a code. */
  secret?: readonly Path<Input>[];
}

type NativeField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The props of the form and its fields. */
interface Form<Input extends FieldValues> {
  /** For native fields: TextField, Select. */
  text: (name: Path<Input>) => {
    name: string;
    ref: RefCallback<NativeField>;
    onChange: (event: ChangeEvent<NativeField>) => void;
    onBlur: (event: FocusEvent<NativeField>) => void;
    error: string | undefined;
  };
  /** For fields with their own value: dates, pickers, switches. */
  value: <N extends Path<Input>>(
    name: N,
  ) => {
    value: PathValue<Input, N>;
    onChange: (next: PathValue<Input, N>) => void;
    error: string | undefined;
  };
  /** The current values, validated or not. */
  values: Input;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** The server's complaints that belong to no field. */
  problems: readonly string[];
  /** Whether the values differ from the initial ones. */
  changed: boolean;
  /** Whether a draft from before a reload was restored. */
  restored: boolean;
  /** Restores the initial values and deletes the draft. */
  discard: () => void;
}

/** Stores the values as a draft until they are saved, and restores them after a reload. Returns whether it did. */
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
  useEffect(() => restore(), []); // only once: later the form's own state is newer
  const keep = useEffectEvent((values: Input) => {
    const open = Object.entries(values).filter(([field]) => !secret.includes(field as Path<Input>));
    storeDraft(name, { began: initial, values: Object.fromEntries(open) });
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);
  const drop = (): void => {
    dropDraft(name);
    setDraft(undefined);
  };
  return { restored: draft !== undefined, drop };
}

/** Focuses the first invalid field; call it after the errors are rendered. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** The props of a native field, without the promises of its handlers. */
function nativeField({ name, ref, onChange, onBlur }: UseFormRegisterReturn) {
  return {
    name,
    ref,
    onChange: (event: ChangeEvent<NativeField>) => void onChange(event),
    onBlur: (event: FocusEvent<NativeField>) => void onBlur(event),
  };
}

/** A form with one schema: errors at their fields, including the server's, and a draft that survives a reload. */
export function useForm<Input extends FieldValues, Output>(options: Options<Input, Output>): Form<Input> {
  const { schema, initial, onSubmit, fieldOf = {} } = options;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const form = useHookForm<Input, unknown, Output>({
    defaultValues: initial as DefaultValues<Input>,
    resolver: resolverOf(schema),
    shouldFocusError: false, // it doesn't know the elements of our own fields
  });
  const { isSubmitting, isDirty, isSubmitted } = form.formState;
  const values = useWatch({ control: form.control });
  // must come after the watcher, which would miss the draft otherwise
  const { restored, drop } = useDraft(form, options);
  const errorOf = (name: Path<Input>): string | undefined => form.getFieldState(name, form.formState).error?.message;

  const send = async (valid: Output): Promise<void> => {
    setProblems([]);
    try {
      await onSubmit(valid);
      form.reset(form.getValues());
      drop(); // last, because a reset counts as a change too
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
    values: form.getValues(), // read on every change, because all fields are watched
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
