import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment, useZone } from '@/shared/time/use-moment';
import { useNow } from '@/shared/time/use-now';
import { civilAt, instantOf } from '@/shared/time/zone';
import { AppLink } from '@/shared/ui/app-link';
import { Card } from '@/shared/ui/card';
import { QueryView } from '@/shared/ui/query-view';
import { Timeline } from '@/shared/ui/staff/timeline';
import { auditQueries } from './queries';
import { useWords } from './use-words';

/** How many fit beside the desk. */
const maxShown = 6;

/** Who changed what today; logins are omitted. */
export function ChangesToday() {
  const { t } = useTranslation('audit');
  const words = useWords();
  const moment = useMoment();
  const zone = useZone();
  const today = civilAt(useNow(), zone).date;
  const from = new Date(instantOf(today, '00:00', zone)).toISOString();
  const list = useInfiniteQuery(auditQueries.list({ from }));
  return (
    <Card title={t('today.title')} extra={<AppLink href="/admin/audit">{t('today.all')}</AppLink>}>
      <QueryView query={list}>
        {({ pages }) => {
          const changes = pages.flat().filter(({ action }) => action !== 'account.login');
          return changes.length === 0 ? (
            <p>{t('today.none')}</p>
          ) : (
            <Timeline
              label={t('today.title')}
              entries={changes.slice(0, maxShown).map((entry) => ({
                id: entry.id,
                time: moment(Date.parse(entry.at)),
                today: true,
                who: words.who(entry),
                what: `${words.did(entry.action)} ${entry.objectName}`.trim(),
              }))}
            />
          );
        }}
      </QueryView>
    </Card>
  );
}
