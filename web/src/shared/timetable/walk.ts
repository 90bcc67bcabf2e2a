import type { Cell, Grid } from './grid';

/** A focus position on the grid: a column, a cell in it, and a class in that (0 for an empty cell). */
export interface Spot {
  column: number;
  cell: number;
  entry: number;
}

const clamp = (value: number, length: number): number => Math.min(Math.max(value, 0), Math.max(length - 1, 0));

/** The index of the cell of a column that covers a row. */
function cellAt(grid: Grid, column: number, row: number): number {
  const cells = grid.columns[column]?.cells ?? [];
  return Math.max(
    cells.findIndex((cell) => row >= cell.row && row < cell.row + cell.rows),
    0,
  );
}

function sideways(grid: Grid, spot: Spot, step: 1 | -1): Spot {
  const here = grid.columns[spot.column]?.cells[spot.cell];
  const entry = spot.entry + step;
  if (entry >= 0 && entry < (here?.entries.length ?? 0)) {
    return { ...spot, entry };
  }
  const column = spot.column + step;
  if (column < 0 || column >= grid.columns.length) {
    return spot;
  }
  const cell = cellAt(grid, column, here?.row ?? 0);
  const entries = grid.columns[column]?.cells[cell]?.entries.length ?? 0;
  return { column, cell, entry: step === 1 ? 0 : Math.max(entries - 1, 0) };
}

/** Where a key moves the focus, by ARIA's grid pattern; undefined for other keys. */
export function walk(grid: Grid, spot: Spot, key: string, control: boolean): Spot | undefined {
  const cells = grid.columns[spot.column]?.cells ?? [];
  const row = cells[spot.cell]?.row ?? 0;
  const last = grid.columns.length - 1;
  switch (key) {
    case 'ArrowRight':
      return sideways(grid, spot, 1);
    case 'ArrowLeft':
      return sideways(grid, spot, -1);
    case 'ArrowDown':
      return { column: spot.column, cell: clamp(spot.cell + 1, cells.length), entry: 0 };
    case 'ArrowUp':
      return { column: spot.column, cell: clamp(spot.cell - 1, cells.length), entry: 0 };
    case 'Home':
      return { column: 0, cell: control ? 0 : cellAt(grid, 0, row), entry: 0 };
    case 'End':
      return { column: last, cell: cellAt(grid, last, control ? grid.rows.length - 1 : row), entry: 0 };
    default:
      return undefined;
  }
}

/** The spot of another grid at the same place: another week has other cells there. */
export function samePlace(grid: Grid, before: Grid, { column, cell }: Spot): Spot {
  return { column, cell: cellAt(grid, column, before.columns[column]?.cells[cell]?.row ?? 0), entry: 0 };
}

/** Where Tab enters the grid: the preferred class, else the first class, else the first cell. */
export function entrance(grid: Grid, preferred: string | undefined): Spot {
  const all = grid.columns.flatMap(({ cells }, column) =>
    cells.flatMap((cell: Cell, index) =>
      cell.entries.map(({ item }, entry) => ({ id: item.id, column, cell: index, entry })),
    ),
  );
  const { column, cell, entry } = all.find(({ id }) => id === preferred) ?? all[0] ?? { column: 0, cell: 0, entry: 0 };
  return { column, cell, entry };
}
