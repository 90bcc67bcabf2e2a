// Where recordings go, and what is there already.
import { api } from '@/shared/api/api';
import type { DataOf } from '@/shared/api/types';
import type { Place } from './queries';

/** A place with what someone decided about it. */
export interface Chosen extends Place {
  /** Id of the recording that it replaces. */
  replace?: string;
  /** Publish the lesson once the recording is ready, or hide it until staff publish it. */
  publish?: boolean;
  hide?: boolean;
}

type Now = DataOf<'get', '/api/admin/recordings/place'>;

/** What a place plays now; null for a new lesson. */
export async function lookAt({ lesson, class: classId, beside }: Chosen): Promise<Now | null> {
  if (lesson === '' && (classId === '' || beside)) {
    return null;
  }
  return api.get('/api/admin/recordings/place', { query: lesson === '' ? { class: classId } : { lesson } });
}

/** A new lesson next to an existing one. The server numbers its title. */
export const nextTo = (place: Chosen, now: Now): Chosen => ({
  ...place,
  lesson: '',
  course: now.course,
  title: now.title,
  titleEn: now.titleEn,
  class: now.class,
  beside: now.class !== '',
});

/** Places for several recordings: each gets a new lesson, so that none replaces another or is shown at once. */
export async function placesFor(place: Chosen, count: number): Promise<Chosen[]> {
  const now = await lookAt(place);
  const next = now !== null && now.lesson !== '' ? nextTo(place, now) : { ...place, beside: place.class !== '' };
  const first = now !== null && now.lesson !== '' ? next : place;
  return Array.from({ length: count }, (_, index) => (index === 0 ? first : next));
}

/** A place in the form the API takes. */
export const placed = ({ lesson, course, title, titleEn, class: classId, beside, replace, publish, hide }: Chosen) => ({
  ...(lesson === ''
    ? {
        course,
        title,
        ...(titleEn !== '' && { titleEn }),
        ...(classId !== '' && { class: classId }),
        ...(beside && { beside: true }),
      }
    : { lesson }),
  ...(replace !== undefined && { replace }),
  ...(publish === true && { publish: true }),
  ...(hide === true && { hide: true }),
});
