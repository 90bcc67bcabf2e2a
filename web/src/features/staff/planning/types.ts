// Short names for request and response types of /api/admin/planning.
import type { Arguments, DataOf } from '@/shared/api/types';

export type WirePlan = DataOf<'get', '/api/admin/planning/view'>;
export type PlanRoom = WirePlan['rooms'][number];
export type Checked = DataOf<'post', '/api/admin/planning/check'>;
export type Clash = Checked['hard'][number];
export type Proposal = Checked['alternatives'][number];
export type Change = Draft['lines'][number]['change'];
export type Slot = DataOf<'post', '/api/admin/planning/places'>['places'][number];
export type RoomAt = DataOf<'get', '/api/admin/planning/rooms-at'>[number];
export type Substitute = DataOf<'get', '/api/admin/planning/substitutes'>[number];
export type Absence = DataOf<'post', '/api/admin/planning/absences'>[number];
export type Draft = DataOf<'get', '/api/admin/planning/drafts'>[number];
export type Line = Draft['lines'][number];
export type PublishedLine = DataOf<'get', '/api/admin/planning/publications/{publication}'>['lines'][number];
export type Publication = DataOf<'get', '/api/admin/planning/publications'>[number];

export type TeacherRequest = DataOf<'get', '/api/admin/teaching/requests'>[number];

/** The query of GET /view. */
export type ViewQuery = NonNullable<Arguments<'get', '/api/admin/planning/view'>[0]['query']>;

/** The body of POST /places. */
export type PlacesBody = Arguments<'post', '/api/admin/planning/places'>[0]['body'];

/** The query of GET /rooms-at. */
export type RoomsQuery = Arguments<'get', '/api/admin/planning/rooms-at'>[0]['query'];

/** Whose timetable the page shows. */
export const subjects = ['group', 'course', 'teacher', 'room', 'class', 'student'] as const;
export type Subject = (typeof subjects)[number];
