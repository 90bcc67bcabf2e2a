import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { Stack } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { roomQueries } from './queries';
import styles from './rooms.module.css';

/** How many rooms are listed; the page has the rest. */
const maxShown = 5;

/** Rooms that are free now, the longest first, with a link to all of them. */
export function FreeCard() {
  const { t, locale } = useTranslation('rooms');
  const query = useQuery(roomQueries.free({}));
  return (
    <Card title={t('now')} extra={<AppLink href="/rooms">{t('all')}</AppLink>}>
      <QueryView query={query}>
        {({ rooms, off }) => {
          const free = rooms.filter((room) => room.free);
          return (
            <>
              <p>
                {rooms.length === 0 ? t('noRooms') : t('nowCount', { count: free.length, all: String(rooms.length) })}
                {off && rooms.length > 0 && ` ${t('off')}`}
              </p>
              <Stack as="ul" gap={2} className={styles['short']}>
                {free.slice(0, maxShown).map((room) => (
                  <li key={room.id}>
                    <AppLink href={`/rooms/${encodeURIComponent(room.id)}`}>{nameIn(locale, room)}</AppLink>
                    <span>{room.until === undefined ? t('restOfDay') : t('until', { until: room.until })}</span>
                  </li>
                ))}
              </Stack>
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}
