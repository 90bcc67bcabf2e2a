import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { DiffCell } from '@/shared/ui/staff/diff-cell';
import { EditCell } from '@/shared/ui/staff/edit-cell';
import { JobRow } from '@/shared/ui/staff/job-row';
import { MeterBar } from '@/shared/ui/staff/meter-bar';
import { NodeWork, type WorkJob, type WorkNode } from '@/shared/ui/staff/node-work';
import { SidePanel } from '@/shared/ui/staff/side-panel';
import { Stepper } from '@/shared/ui/staff/stepper';
import { Timeline } from '@/shared/ui/staff/timeline';
import { Section } from './section';

const steps = ['File', 'Columns', 'Preview', 'Done'].map((label) => ({ id: label, label, href: '/' }));
const now = Date.now();

const history = [
  {
    id: '1',
    time: '10:05',
    today: true,
    who: 'Tang Wei',
    what: 'changed the phone of Lin Xiaoyu',
    change: { was: '138 0000 0001', now: '139 7712 4406' },
    undo: { label: 'the phone of Lin Xiaoyu', run: () => undefined },
  },
  { id: '2', time: 'Nov 2', today: false, who: 'Import', what: 'made the account', note: '50 notified' },
];

const parts = [
  { id: 'up', label: 'uploaded', value: 17, tone: 'accent' },
  { id: 'stopped', label: 'stopped', value: 1, tone: 'danger' },
  { id: 'late', label: 'late', value: 2, tone: 'warning' },
  { id: 'out', label: 'published', value: 4, tone: 'success' },
  { id: 'waits', label: 'waiting', value: 14, tone: 'neutral' },
] as const;

function Cells() {
  const [phone, setPhone] = useState('138 1200 45');
  const [group, setGroup] = useState('F2051');
  return (
    <Section title="staff/diff-cell, staff/edit-cell">
      <DiffCell was="138 0000 0001" now="139 7712 4406" />
      <DiffCell was="" now="Accounting 2501" />
      <table>
        <tbody>
          <tr>
            <td>
              <EditCell
                label="Phone of Xie Sihan"
                value={phone}
                error={phone.length < 11 ? 'Cut off by the spreadsheet' : undefined}
                onKeep={setPhone}
              />
            </td>
            <td>
              <EditCell
                label="Class of Jiang Bowen"
                value={group}
                error={group === 'F2501' ? undefined : 'There is no such class'}
                suggestion={group === 'F2501' ? undefined : 'F2501'}
                onKeep={setGroup}
              />
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

const job: WorkJob = {
  id: 'j',
  kind: 'media.rendition',
  state: 'running',
  created: '',
  due: '',
  attempts: 1,
  maxAttempts: 3,
  progress: 64,
  error: '',
  worker: 'node-a',
  lostBy: '',
  cost: 2,
  begun: '',
  left: 360,
  about: {
    asset: 'a',
    code: 'MKT201',
    title: 'Channels',
    titleEn: 'Channels',
    file: '',
    height: 1080,
    reason: '',
  },
};
const node: WorkNode = {
  id: 'n',
  name: 'node-a',
  version: '1',
  started: '',
  seen: new Date(now).toISOString(),
  state: 'alive',
  role: 'jobs',
  kinds: ['media'],
  slots: 2,
  cores: 8,
  logins: { hashing: 0, waiting: 0, places: 0 },
  disk: { free: 1, size: 2 },
  lost: [],
};

/** Work in steps, what it changes, how far it is. */
export function StaffWork() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Section title="staff/stepper" fields>
        <Stepper steps={steps} current="Preview" />
      </Section>
      <Cells />
      <Section title="staff/timeline" fields>
        <Timeline label="History" entries={history} />
      </Section>
      <Section title="staff/meter-bar, staff/job-row" fields>
        <MeterBar parts={parts} total={38} />
        <JobRow
          title="MKT201-1, Mon 2 Nov"
          label="MKT201-1"
          job={{ state: 'running', done: 64, total: 100, left: 360, lastWord: now }}
          note="1080p"
        />
        <JobRow
          title="Of unknown length"
          label="Of unknown length"
          job={{ state: 'running', done: 12, total: null, lastWord: now - 300_000 }}
        />
        <JobRow
          title="LAW201-1, Mon 9 Nov"
          label="LAW201-1"
          job={{ state: 'failed', done: 1, total: 2, lastWord: now }}
          note="No sound track in the file."
          action={<Button size="s">Retry</Button>}
        />
      </Section>
      <Section title="staff/node-work" fields>
        <NodeWork node={node} jobs={[job]} nameOf={({ about }) => `${about.code} ${about.title}`} />
        <NodeWork
          node={{ ...node, name: 'node-c', state: 'silent', lost: [job] }}
          jobs={[job]}
          nameOf={({ about }) => `${about.code} ${about.title}`}
        />
      </Section>
      <Section title="staff/side-panel" fields>
        <Button onClick={() => setOpen(true)}>Open the panel</Button>
        <SidePanel
          title="After importing"
          open={open}
          onClose={() => setOpen(false)}
          actions={<Button variant="primary">Apply 296 rows</Button>}
        >
          <p>114 people log in with a new phone.</p>
        </SidePanel>
      </Section>
    </>
  );
}
