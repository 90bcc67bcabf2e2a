import { useRef, useState } from 'react';
import { notify } from '@/shared/store/notices';
import { Button, IconButton } from '@/shared/ui/button';
import { Dialog, Drawer } from '@/shared/ui/dialog';
import { InfoIcon, MoreIcon } from '@/shared/ui/icons';
import { Menu } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { Segments } from '@/shared/ui/segments';
import { Tabs } from '@/shared/ui/tabs';
import { Section } from './section';

type Layer = 'dialog' | 'alert' | 'drawer' | 'popover';

function Dialogs({ open, onClose }: { open: Layer | null; onClose: () => void }) {
  const actions = <Button onClick={onClose}>OK</Button>;
  return (
    <>
      <Dialog open={open === 'dialog'} title="A dialog" onClose={onClose} actions={actions}>
        <p>Content</p>
      </Dialog>
      <Dialog open={open === 'alert'} alert title="Delete it?" onClose={onClose} actions={actions}>
        <p>It cannot be undone.</p>
      </Dialog>
      <Drawer open={open === 'drawer'} title="A drawer" onClose={onClose}>
        <p>Content</p>
      </Drawer>
    </>
  );
}

const items = [
  { id: 'one', label: 'Checked', checked: true, onSelect: () => undefined },
  { id: 'two', label: 'Disabled', disabled: true, onSelect: () => undefined },
  { id: 'three', label: 'Third', onSelect: () => undefined },
];

/** What opens above the page. */
export function Layers() {
  const [open, setOpen] = useState<Layer | null>(null);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const anchor = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Section title="dialog, popover">
        <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
        <Button onClick={() => setOpen('alert')}>Open the alert</Button>
        <Button onClick={() => setOpen('drawer')}>Open the drawer</Button>
        <IconButton
          ref={anchor}
          icon={InfoIcon}
          label="Open the popover"
          aria-haspopup="dialog"
          onClick={() => setOpen('popover')}
        />
        {open === 'popover' && (
          <Popover anchor={anchor} role="dialog" label="A popover" onClose={close}>
            <p>Content</p>
          </Popover>
        )}
        <Dialogs open={open} onClose={close} />
      </Section>
      <Section title="menu">
        <Menu
          label="A menu"
          items={items}
          renderTrigger={(trigger) => <IconButton icon={MoreIcon} label="Open menu" {...trigger} />}
        />
      </Section>
      <Section title="segments">
        <Segments
          label="Views"
          items={['Week', 'Day']}
          chosen="Week"
          textOf={(item) => item}
          onChoose={() => undefined}
        />
      </Section>
      <Section title="tabs">
        <Tabs
          label="Tabs"
          tabs={[
            { id: 'one', label: 'One', content: <p>The first panel</p> },
            { id: 'two', label: 'Two', content: <p>The second panel</p> },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      </Section>
      <Section title="toasts">
        {(['info', 'success', 'warning', 'error', 'loading'] as const).map((level) => (
          <Button key={level} onClick={() => notify(level, `This is ${level}`)}>
            {`Notify: ${level}`}
          </Button>
        ))}
        <Button onClick={() => notifyUndo('Archived', () => void notify('info', 'Not archived'))}>Notify: undo</Button>
      </Section>
    </>
  );
}
