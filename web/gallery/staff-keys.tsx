import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { KeyHelp } from '@/shared/ui/staff/key-help';
import { Keys } from '@/shared/ui/staff/keys';
import { StaffKeys } from '@/shared/ui/staff/staff-keys';
import { Section } from './section';

const pages = [{ key: 'r', label: 'Recordings', href: '/' }];

/** The keyboard: '?' works here too. */
export function StaffKeyboard() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="staff/keys, staff/key-help, staff/staff-keys">
      <Keys keys="Ctrl+Enter" />
      <Keys keys="g s" />
      <Keys keys="ArrowDown" />
      <Button onClick={() => setOpen(true)}>Open the keys</Button>
      {open && <KeyHelp onClose={() => setOpen(false)} />}
      <StaffKeys pages={pages} onGo={() => undefined} />
    </Section>
  );
}
