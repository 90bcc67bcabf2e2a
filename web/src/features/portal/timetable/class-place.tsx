import { college } from '@/shared/api/college';
import { useCollege } from '@/shared/api/use-college';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { user } from '@/shared/access/user';
import { useValue } from '@/shared/store/value';
import { AppLink } from '@/shared/ui/app-link';
import { PinIcon } from '@/shared/ui/icons';
import styles from './class-panel.module.css';
import { mapHref } from './links';
import type { Class, Timetable } from '@/shared/timetable/model';
import type { Labels } from './use-labels';

interface Props {
  timetable: Timetable;
  item: Class;
  labels: Labels;
}

/** The room with a link to a map. Maps know the college and its campus, but rarely a room. */
export function Where({ timetable, item, labels }: Props) {
  const { t, locale } = useTranslation('timetable');
  const school = useCollege();
  const { place } = item;
  const where = labels.where(place);
  return place.room === '' ? (
    where
  ) : (
    <span className={styles['where']}>
      <AppLink href={`/rooms/${encodeURIComponent(place.room)}`}>{where}</AppLink>
      <a
        href={mapHref(locale, [school, nameIn(locale, timetable.campuses.get(place.campus))])}
        target="_blank"
        rel="noopener noreferrer"
      >
        <PinIcon size={16} />
        {t('panel.map')}
      </a>
    </span>
  );
}

/** The teacher, with a link to their timetable if the college shows it. */
export function Teacher({ item, labels }: Pick<Props, 'item' | 'labels'>) {
  const shown = useValue(college)?.teacherTimetables === true;
  const { role } = useValue(user);
  const { teacher } = item.place;
  const name = labels.teacher(item.place);
  return teacher !== '' && (shown || role === 'admin') ? (
    <AppLink href={`/teachers/${encodeURIComponent(teacher)}`}>{name}</AppLink>
  ) : (
    name
  );
}
