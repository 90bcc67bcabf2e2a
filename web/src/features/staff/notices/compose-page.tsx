import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useQueryParam } from '@/shared/store/page-location';
import { useZone } from '@/shared/time/use-moment';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { ErrorState } from '@/shared/ui/state';
import { ComposeForm } from './compose-form';
import { copyOf, firstOf } from './compose';
import { noticeQueries, type Audiences, type Reach } from './queries';

interface StartProps {
  audiences: Audiences;
  /** The notice to copy. */
  source: Reach | undefined;
  /** The group that a teacher comes from, or empty. */
  group: string;
}

/** Starts with an empty form, or with a copy of a notice. */
function Start({ audiences, source, group }: StartProps) {
  const zone = useZone();
  // Kept stable, because the form compares against it.
  const [initial] = useState(() =>
    source === undefined ? firstOf(audiences, group) : copyOf(source, audiences, zone),
  );
  const filesLeft = source !== undefined && source.message.attachments.length > 0;
  return (
    <ComposeForm
      name={`notice ${source?.message.id ?? 'new'} ${group}`.trim()}
      {...{ initial, audiences, filesLeft }}
    />
  );
}

/** Writes a notice on the left and shows its effects on the right. */
export function ComposePage() {
  const { t } = useTranslation('notices');
  const [from = ''] = useQueryParam('from');
  const [group = ''] = useQueryParam('group');
  const audiences = useQuery(noticeQueries.audiences());
  const source = useQuery({ ...noticeQueries.reach(from), enabled: from !== '', refetchInterval: false });
  return (
    <Page title={from === '' ? t('compose.heading') : t('compose.headingCopy')}>
      {source.error !== null ? (
        <ErrorState error={source.error} onRetry={() => void source.refetch()} />
      ) : (
        <QueryView query={audiences}>
          {(known) =>
            from !== '' && source.data === undefined ? null : (
              <Start
                key={`${from} ${group}`}
                audiences={known}
                group={group}
                source={from === '' ? undefined : source.data}
              />
            )
          }
        </QueryView>
      )}
    </Page>
  );
}
