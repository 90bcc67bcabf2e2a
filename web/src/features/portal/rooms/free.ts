import type { FreeRoom } from './queries';

/** The filters of the list. */
export interface Narrow {
  campus: string;
  building: string;
  /** The minimum number of seats; 0: any. */
  seats: number;
}

/** The matching rooms. A room with an unknown number of seats matches. */
export function fitting(rooms: readonly FreeRoom[], { campus, building, seats }: Narrow): FreeRoom[] {
  return rooms.filter(
    (room) =>
      (campus === '' || room.campus === campus) &&
      (building === '' || room.building === building) &&
      (room.seats === 0 || room.seats >= seats),
  );
}

/** The distinct buildings of a campus. */
export function buildingsOf(rooms: readonly FreeRoom[], campus: string): string[] {
  const here = rooms.filter((room) => campus === '' || room.campus === campus);
  return [...new Set(here.map(({ building }) => building))].filter((name) => name !== '').toSorted();
}
