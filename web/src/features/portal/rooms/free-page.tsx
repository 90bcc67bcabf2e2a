import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { useDates } from '@/shared/time/use-dates';
import { AppLink } from '@/shared/ui/app-link';
import { Cluster, Grid } from '@/shared/ui/layout';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Select } from '@/shared/ui/select';
import { EmptyState } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import { buildingsOf, fitting } from './free';
import { FreeMark } from './free-mark';
import { roomQueries, type Campus, type FreeRoom, type FreeRooms } from './queries';
import styles from './rooms.module.css';

const sizes = ['30', '60', '100', '150'];

function Room({ room, campus }: { room: FreeRoom; campus: string }) {
  const { t, locale } = useTranslation('rooms');
  const seats = room.seats === 0 ? '' : t('seats', { count: room.seats });
  const about = [campus, room.building, seats].filter((word) => word !== '').join(' · ');
  return (
    <li>
      <AppLink href={`/rooms/${encodeURIComponent(room.id)}`} className={styles['room']}>
        <Cluster as="span" gap={2} justify="space-between">
          <span className="text-1 bold">{nameIn(locale, room)}</span>
          <FreeMark room={room} />
        </Cluster>
        <span className="text-2">{about}</span>
      </AppLink>
    </li>
  );
}

/** Writes a field into the address; an empty one is removed from it. */
const set = (change: (next: string | undefined) => void) => ({
  onChange: ({ target }: { target: { value: string } }) => change(target.value || undefined),
});

/** The filters; the address holds their values. */
function Filters({ campuses, rooms }: { campuses: readonly Campus[]; rooms: readonly FreeRoom[] }) {
  const { t, locale } = useTranslation('rooms');
  const any = { value: '', label: t('any') };
  const [campus = '', setCampus] = useQueryParam('campus');
  const [building = '', setBuilding] = useQueryParam('building');
  const [seats = '', setSeats] = useQueryParam('seats');
  const [day = '', setDay] = useQueryParam('day');
  const [at = '', setAt] = useQueryParam('at');
  return (
    <Cluster gap={3} align="end" className={styles['filters']}>
      <TextField label={t('day')} type="date" value={day} {...set(setDay)} />
      <TextField label={t('at')} type="time" value={at} {...set(setAt)} />
      {campuses.length > 1 && (
        <Select
          label={t('campus')}
          options={[any, ...campuses.map((one) => ({ value: one.id, label: nameIn(locale, one) }))]}
          value={campus}
          {...set(setCampus)}
        />
      )}
      <Select
        label={t('building')}
        options={[any, ...buildingsOf(rooms, campus).map((name) => ({ value: name, label: name }))]}
        value={building}
        {...set(setBuilding)}
      />
      <Select
        label={t('atLeast')}
        options={[any, ...sizes.map((size) => ({ value: size, label: t('seats', { count: Number(size) }) }))]}
        value={seats}
        {...set(setSeats)}
      />
    </Cluster>
  );
}

/** The matching rooms, and how many of them are free. */
function Found({ found, campuses }: { found: FreeRooms; campuses: readonly Campus[] }) {
  const { t, locale } = useTranslation('rooms');
  const dates = useDates();
  const [campus = ''] = useQueryParam('campus');
  const [building = ''] = useQueryParam('building');
  const [seats = ''] = useQueryParam('seats');
  const rooms = fitting(found.rooms, { campus, building, seats: Number(seats) || 0 });
  const count = rooms.filter((room) => room.free).length;
  const campusName = (id: string): string =>
    campuses.length > 1
      ? nameIn(
          locale,
          campuses.find((one) => one.id === id),
        )
      : '';
  if (found.rooms.length === 0) {
    return <EmptyState title={t('noneKnown')} text={t('noneKnownText')} />;
  }
  return (
    <>
      <p role="status">
        {t('count', { count, day: dates.short(found.day), at: found.at })}
        {found.off && ` ${t('off')}`}
      </p>
      {rooms.length === 0 ? (
        <EmptyState small level={2} title={t('none')} text={t('noneText')} />
      ) : (
        <Grid as="ul" gap={2} min="240px" fill>
          {rooms.map((room) => (
            <Room key={room.id} room={room} campus={campusName(room.campus)} />
          ))}
        </Grid>
      )}
    </>
  );
}

/** Rooms that are free now or at another time, and until or from when. */
export function FreePage() {
  const { t } = useTranslation('rooms');
  const [day] = useQueryParam('day');
  const [at] = useQueryParam('at');
  const places = useQuery(roomQueries.list());
  const query = useQuery(roomQueries.free({ ...(day !== undefined && { day }), ...(at !== undefined && { at }) }));
  const campuses = places.data?.campuses ?? [];
  return (
    <Page title={t('title')}>
      <Filters campuses={campuses} rooms={query.data?.rooms ?? []} />
      <QueryView query={query}>{(found) => <Found {...{ found, campuses }} />}</QueryView>
    </Page>
  );
}
