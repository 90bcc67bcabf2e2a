/** Links to a class on the timetable desk of staff. */
export function classHref(item: { class: string; group: string; day: string; term?: string }): string {
  const { class: open, group, day, term } = item;
  const query = new URLSearchParams({
    ...(term !== undefined && { term }),
    by: 'group',
    id: group,
    day,
    class: open,
  });
  return `/admin/timetable?${query.toString()}`;
}
