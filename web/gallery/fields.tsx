import { useState } from 'react';
import type { Region } from '@/shared/region/region';
import { FileInput } from '@/shared/ui/file-input';
import { SearchIcon } from '@/shared/ui/icons';
import { NumberField } from '@/shared/ui/number-field';
import { RegionPicker } from '@/shared/ui/region-picker';
import { MaskedValue } from '@/shared/ui/masked-value';
import { SearchBox } from '@/shared/ui/search-box';
import { Select } from '@/shared/ui/select';
import { Checkbox, Switch } from '@/shared/ui/switch';
import { TextArea } from '@/shared/ui/text-area';
import { PasswordField, TextField } from '@/shared/ui/text-field';
import { Section } from './section';

const regions: readonly Region[] = [
  {
    id: '310000',
    pid: '',
    name: 'Shanghai',
    children: [{ id: '310100', pid: '310000', name: 'Districts', children: [] }],
  },
  {
    id: '440000',
    pid: '',
    name: 'Guangdong',
    children: [{ id: '440300', pid: '440000', name: 'Shenzhen', children: [] }],
  },
];

const terms = [
  { value: 'spring', label: 'Spring' },
  { value: 'autumn', label: 'Autumn' },
];

/** What takes text or a choice. */
export function Fields() {
  const [text, setText] = useState('Some words about me');
  const [search, setSearch] = useState('');
  const [number, setNumber] = useState(10);
  const [on, setOn] = useState(true);
  const [region, setRegion] = useState('440300');
  return (
    <>
      <Section title="text-field, field" fields>
        <TextField label="With a hint" hint="Help before anything is wrong" />
        <TextField label="With an error" error="What is wrong" required defaultValue="x" />
        <TextField label="With an icon" icon={SearchIcon} placeholder="Search" />
        <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
        <PasswordField label="Password" autoComplete="off" />
      </Section>
      <Section title="search-box" fields>
        <SearchBox
          label="Search"
          list="results"
          open={false}
          chosen={undefined}
          text={search}
          onText={setSearch}
          onMove={() => undefined}
          onEnter={() => undefined}
        />
      </Section>
      <Section title="file-input">
        <FileInput aria-label="A file" className="" onFiles={() => undefined} />
      </Section>
      <Section title="masked-value">
        <MaskedValue
          masked="310***********1234"
          textOf={(name) => name}
          reveal={() => Promise.resolve('310101200601011234')}
        />
      </Section>
      <Section title="text-area" fields>
        <TextArea label="With a limit" maxWords={200} value={text} onChange={({ target }) => setText(target.value)} />
        <TextArea label="With an error" error="What is wrong" value="" onChange={() => undefined} />
      </Section>
      <Section title="number-field, select" fields>
        <NumberField label="Number" value={number} min={0} max={20} unit="px" onChange={setNumber} />
        <Select label="Select" options={terms} placeholder="Choose" />
        <Select label="Select with an error" options={terms} error="What is wrong" />
      </Section>
      <Section title="region-picker" fields>
        <RegionPicker label="Region" tree={regions} value={region} onChange={setRegion} />
      </Section>
      <Section title="switch">
        <Switch label="Switch" hint="With a hint" checked={on} onChange={setOn} />
        <Switch label="Disabled" disabled checked={false} onChange={setOn} />
        <Checkbox label="Checkbox" checked={on} onChange={setOn} />
      </Section>
    </>
  );
}
