import { useState } from 'react';
import { Combobox } from '@/shared/ui/staff/combobox';
import { DateField } from '@/shared/ui/staff/date-field';
import { PeriodField } from '@/shared/ui/staff/period-field';
import type { Choice, Search } from '@/shared/ui/staff/use-search';
import { Section } from './section';

const groups = [
  {
    label: 'Students',
    choices: [
      { id: 's1', label: '林晓雨', note: '202501001' },
      { id: 's2', label: 'Lin Xi', note: '202501002' },
    ],
  },
  { label: 'Courses', choices: [{ id: 'c1', label: 'Business Law', note: 'LAW201' }] },
];

const search: Search = (text) =>
  Promise.resolve(
    groups.map((group) => ({
      ...group,
      choices: group.choices.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
    })),
  );

const failing: Search = () => Promise.reject(new Error('gone'));

const periods = [
  { number: 1, starts: '08:00', ends: '08:45' },
  { number: 2, starts: '08:55', ends: '09:40' },
  { number: 3, starts: '10:00', ends: '10:45' },
  { number: 4, starts: '10:55', ends: '11:40' },
];

/** Fields that know the college: people, courses, dates, periods. */
export function StaffFields() {
  const [anything, setAnything] = useState<Choice | null>(null);
  const [person, setPerson] = useState<Choice | null>(groups[0]?.choices[0] ?? null);
  const [course, setCourse] = useState<Choice | null>(null);
  const [date, setDate] = useState('2026-11-12');
  const [range, setRange] = useState({ first: 3, last: 4 });
  return (
    <>
      <Section title="staff/combobox" fields>
        <Combobox label="Anything" value={anything} onChange={setAnything} search={search} />
        <Combobox label="Person" value={person} onChange={setPerson} search={search} hint="Who takes it over" />
        <Combobox label="Course" value={course} onChange={setCourse} search={failing} error="Choose a course" />
      </Section>
      <Section title="staff/date-field, staff/period-field" fields>
        <DateField label="Date" value={date} onChange={setDate} term={{ starts: '2026-09-07', weeks: 18 }} />
        <DateField label="Date with an error" value="" onChange={setDate} error="Choose a date" />
        <PeriodField label="Periods" periods={periods} value={range} onChange={setRange} />
        <PeriodField
          label="Periods with an error"
          periods={periods}
          value={range}
          onChange={setRange}
          error="The room is taken"
        />
      </Section>
    </>
  );
}
