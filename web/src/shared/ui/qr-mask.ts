type Grid = readonly (readonly boolean[])[];

const conditions: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Whether a mask turns a module over. */
export function isMasked(mask: number, x: number, y: number): boolean {
  return conditions[mask]?.(x, y) === 0;
}

/** Long runs, and what looks like a finder, in one line. */
function lineFault(line: string): number {
  const runs = [...line.matchAll(/0{5,}|1{5,}/gu)].reduce((sum, [run]) => sum + run.length - 2, 0);
  const finders = [...line.matchAll(/(?=00001011101|10111010000)/gu)].length;
  return runs + finders * 40;
}

/** How hard a code is to read by the standard's four rules; less is better. */
function fault(grid: Grid): number {
  const rows = grid.map((row) => row.map(Number).join(''));
  const columns = grid.map((_, x) => grid.map((row) => Number(row[x])).join(''));
  const lines = [...rows, ...columns].reduce((sum, line) => sum + lineFault(line), 0);
  let blocks = 0;
  for (let y = 1; y < grid.length; y += 1) {
    for (let x = 1; x < grid.length; x += 1) {
      const dark = grid[y]?.[x];
      blocks +=
        grid[y - 1]?.[x] === dark && grid[y]?.[x - 1] === dark && grid[y - 1]?.[x - 1] === dark ? 3 : 0;
    }
  }
  const share = (rows.join('').replaceAll('0', '').length / (grid.length * grid.length)) * 100;
  return lines + blocks + Math.floor(Math.abs(share - 50) / 5) * 10;
}

/** The mask whose code is the easiest to read. */
export function bestMask(masked: (mask: number) => Grid): number {
  const faults = conditions.map((_, mask) => fault(masked(mask)));
  return faults.indexOf(Math.min(...faults));
}
