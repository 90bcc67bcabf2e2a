import { isOn, isTimed, type Class } from './model';

/**
 * The classes that overlap another in time, each with the first one it overlaps. A class may start when another ends;
 * cancelled classes and those without times are ignored. The classes must be sorted by time.
 */
export function clashesOf(classes: readonly Class[]): ReadonlyMap<string, Class> {
  const found = new Map<string, Class>();
  const on = classes.filter((item) => isOn(item) && isTimed(item.place));
  for (const [index, first] of on.entries()) {
    for (let next = index + 1; next < on.length; next += 1) {
      const second = on[next];
      if (second?.place.day !== first.place.day || second.place.starts >= first.place.ends) {
        break;
      }
      found.set(first.id, found.get(first.id) ?? second);
      found.set(second.id, found.get(second.id) ?? first);
    }
  }
  return found;
}
