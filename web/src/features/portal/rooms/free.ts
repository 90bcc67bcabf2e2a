import type { FreeRoom } from './queries';

/** What the list is narrowed down to. */
export interface Narrow {
  campus: string;
  building: string;
  /** At least so many; 0: any. */
  seats: number;
}

/** The rooms that fit. One whose seats nobody knows is kept: it may fit. */
export function fitting(rooms: readonly FreeRoom[], { campus, building, seats }: Narrow): FreeRoom[] {
  return rooms.filter(
    (room) =>
      (campus === '' || room.campus === campus) &&
      (building === '' || room.building === building) &&
      (room.seats === 0 || room.seats >= seats),
  );
}

/** The buildings of a campus, each once. */
export function buildingsOf(rooms: readonly FreeRoom[], campus: string): string[] {
  const here = rooms.filter((room) => campus === '' || room.campus === campus);
  return [...new Set(here.map(({ building }) => building))].filter((name) => name !== '').toSorted();
}
