import * as v from 'valibot';
import { Button } from '@/shared/ui/button';
import { Select } from '@/shared/ui/select';
import { DateField } from '@/shared/ui/staff/date-field';
import { FormNotes } from '@/shared/ui/staff/form-notes';
import { useForm } from '@/shared/ui/staff/use-form';
import { TextField } from '@/shared/ui/text-field';
import { Section } from './section';

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Give the name')),
  status: v.picklist(['enrolled', 'suspended']),
  since: v.pipe(v.string(), v.isoDate('Choose a date')),
});

const initial: v.InferInput<typeof schema> = { name: '', status: 'enrolled', since: '' };

const statuses = [
  { value: 'enrolled', label: 'Enrolled' },
  { value: 'suspended', label: 'Suspended' },
];

/** A form with its schema: press Save to see the errors at their fields. */
export function StaffForm() {
  const form = useForm({ name: 'gallery', schema, initial, onSubmit: () => Promise.resolve() });
  return (
    <Section title="staff/use-form, staff/form-notes" fields>
      <form noValidate aria-label="A form" onSubmit={form.submit}>
        <TextField label="Name" required {...form.text('name')} />
        <Select label="Status" options={statuses} {...form.text('status')} />
        <DateField label="Since" {...form.value('since')} />
        <Button type="submit" variant="primary" loading={form.busy}>
          Save
        </Button>
      </form>
      <FormNotes
        form={{
          restored: true,
          discard: () => undefined,
          problems: ['[student.term_over] The term is over.'],
        }}
      />
    </Section>
  );
}
