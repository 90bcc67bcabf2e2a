import { get, set, type FieldErrors, type FieldValues, type Path, type Resolver } from 'react-hook-form';
import { getDotPath, safeParse, type GenericSchema } from 'valibot';
import { ApiError, type Complaint } from '@/shared/api/errors';

/** The field that each of the server's error codes is about; a function if one code serves several fields. */
export type FieldOf<Input extends FieldValues> =
  | Readonly<Record<string, Path<Input>>>
  | ((complaint: Complaint) => Path<Input> | undefined);

/** Validates the values with a schema; each field shows its first complaint. */
export function resolverOf<Input extends FieldValues, Output>(
  schema: GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const result = safeParse(schema, values);
    if (result.success) {
      return { values: result.output, errors: {} };
    }
    const errors: FieldErrors<Input> = {};
    for (const issue of result.issues) {
      const path = getDotPath(issue) ?? 'root';
      if (get(errors, path) === undefined) {
        set(errors, path, { type: issue.type, message: issue.message });
      }
    }
    return { values: {}, errors };
  };
}

/** The server's complaints: those of a field, and the rest. */
interface Sorted<Input extends FieldValues> {
  atFields: readonly (readonly [Path<Input>, string])[];
  rest: readonly string[];
}

/** Sorts the reasons why a form could not be saved into fields and the rest. */
export function sortComplaints<Input extends FieldValues>(error: unknown, fieldOf: FieldOf<Input>): Sorted<Input> {
  if (!(error instanceof ApiError)) {
    return { atFields: [], rest: [error instanceof Error ? error.message : String(error)] };
  }
  const known = error.complaints.map((complaint) => ({
    complaint,
    field: typeof fieldOf === 'function' ? fieldOf(complaint) : fieldOf[complaint.code ?? ''],
  }));
  return {
    atFields: known.flatMap(({ field, complaint }) => (field === undefined ? [] : [[field, complaint.text] as const])),
    rest: known.filter(({ field }) => field === undefined).map(({ complaint }) => complaint.whole),
  };
}
