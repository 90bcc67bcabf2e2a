// Sample data for the tests of imports.
import type {
  Draft,
  DraftRow,
  ImportItem,
  KindItem,
  Preview,
  Report,
  Undo,
  UndoPreview,
} from '@/features/staff/imports/queries';

const column = (
  at: number,
  header: string,
  field: string,
  more: Partial<Draft['columns'][number]> = {},
): Draft['columns'][number] => ({
  column: at,
  header,
  samples: ['a', 'b', 'c'],
  field,
  how: field === '' ? 'none' : 'known',
  rememberedFrom: null,
  lastHeader: '',
  cell: '',
  sheetName: false,
  ...more,
});

export const preview: Preview = {
  sample: false,
  fingerprint: 'print-1',
  rows: 300,
  created: 25,
  changed: 118,
  unchanged: 153,
  refused: 2,
  leftOut: 0,
  gone: 27,
  removed: 0,
  fields: [{ field: 'phone', title: 'Phone', count: 114 }],
  reasons: [
    { code: 'roster.lost_digits', text: 'The last digits are lost.', count: 1 },
    { code: 'roster.no_class', text: 'Class not found.', count: 1 },
  ],
  told: [
    { what: 'phones', count: 114 },
    { what: 'accounts', count: 25 },
  ],
  brakes: [],
  clashes: [],
  clashCount: 0,
  notes: [],
  stale: false,
};

export const draft: Draft = {
  id: 'd-1',
  file: 'students.xlsx',
  size: 20_000,
  format: 'XLSX',
  encoding: '',
  alike: [],
  allSheets: false,
  account: 'acc-1',
  accountName: 'Liu Min',
  at: Date.parse('2026-11-12T02:00:00Z'),
  until: Date.parse('2026-11-19T02:00:00Z'),
  state: 'ready',
  problem: null,
  sheets: [
    { name: 'Students', rows: 300, hidden: false, kind: 'students', headerLine: 1, reason: 'It has rows.' },
    { name: 'Rooms', rows: 20, hidden: false, kind: 'rooms', headerLine: 1, reason: '' },
  ],
  sheet: 'Students',
  kind: 'students',
  kindReason: 'It has student numbers and names.',
  headerLine: 1,
  term: '',
  complete: false,
  fromWeek: 0,
  columns: [
    column(0, 'Number', 'studentNumber'),
    column(1, 'Full name', 'name', {
      how: 'remembered',
      rememberedFrom: { name: 'Tang Wei', at: Date.parse('2026-03-02T02:00:00Z') },
    }),
    column(2, 'Mobile', 'phone', { how: 'hand', lastHeader: 'Phone' }),
    column(3, 'Remarks', ''),
  ],
  missing: [],
  progress: null,
  preview,
  importId: null,
};

export function row(more: Partial<DraftRow> & Pick<DraftRow, 'line' | 'effect'>): DraftRow {
  return {
    place: String(more.line),
    name: `Student ${more.line}`,
    cells: [`2026${more.line}`, `Student ${more.line}`, '13800000001', ''],
    edited: [],
    leftOutWhy: null,
    differs: false,
    changes: [],
    problems: [],
    ...more,
  };
}

export const rows: DraftRow[] = [
  row({
    line: 2,
    effect: 'changed',
    changes: [{ field: 'phone', title: 'Phone', column: 2, before: '13800000009', after: '13800000001' }],
  }),
  row({ line: 3, effect: 'unchanged' }),
  row({
    line: 48,
    effect: 'refused',
    cells: ['202648', 'Student 48', '1.38E+10', ''],
    problems: [
      {
        column: 2,
        field: 'phone',
        text: 'The last digits are lost.',
        code: 'roster.lost_digits',
        value: '1.38E+10',
        suggestion: null,
      },
    ],
  }),
  row({
    line: 131,
    effect: 'refused',
    problems: [
      {
        column: 1,
        field: 'name',
        text: 'The name is another one.',
        code: 'roster.other_name',
        value: 'Student 131',
        suggestion: 'Jiang Bowen',
      },
    ],
  }),
  row({ line: 0, effect: 'gone', name: 'Gao Zhiyuan', cells: [] }),
];

const kinds = [
  'terms',
  'periods',
  'rooms',
  'programmes',
  'teachers',
  'students',
  'courses',
  'groups',
  'enrolments',
  'timetable',
  'changes',
  'exams',
] as const;

export const kindItems: KindItem[] = kinds.map((kind, index) => ({
  kind,
  title: kind,
  order: index + 1,
  done: index < 2,
  fields:
    kind === 'students'
      ? [
          { name: 'studentNumber', title: 'Student number', needed: true },
          { name: 'name', title: 'Name', needed: true },
          { name: 'phone', title: 'Phone', needed: false },
        ]
      : [],
}));

export const past: ImportItem = {
  id: 'i-1',
  kind: 'students',
  file: 'students.xlsx',
  account: 'acc-1',
  accountName: 'Liu Min',
  at: Date.parse('2026-11-12T02:05:00Z'),
  source: 'browser',
  created: 25,
  changed: 118,
  unchanged: 153,
  refused: 2,
  removed: 0,
  undoneAt: null,
  undoneBy: null,
  open: 2,
  resolvedAt: null,
  resolvedBy: null,
};

export const report: Report = {
  ...past,
  notes: [],
  problems: [48, 131].map((line) => ({
    line,
    place: String(line),
    column: 'Mobile',
    value: '1.38E+10',
    text: 'The last digits are lost.',
    code: 'roster.lost_digits',
  })),
  more: 0,
  told: [{ what: 'codes', count: 3 }],
  fields: [{ field: 'phone', title: 'Phone', count: 114 }],
  undo: { state: 'none', progress: null, preview: null, problem: null },
};

export const undoPreview: UndoPreview = {
  objects: [{ thing: 'student', title: 'student', created: 25, changed: 118 }],
  told: [],
  conflicts: [],
};

/** An import that can be undone. */
export const undoReady: Undo = { state: 'ready', progress: null, preview: undoPreview, problem: null };
