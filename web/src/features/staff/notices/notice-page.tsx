import { useQuery } from '@tanstack/react-query';
import { statusOf } from '@/shared/api/errors';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { CopyIcon, ReloadIcon, TrashIcon } from '@/shared/ui/icons';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { notifyUndo } from '@/shared/ui/staff/notify-undo';
import { EmptyState } from '@/shared/ui/state';
import { NoticeFigures } from './notice-figures';
import { NoticeText } from './notice-text';
import styles from './notices.module.css';
import { noticeQueries, useNoticeAction, type Reach, type Sent } from './queries';
import { StateChip } from './state-chip';
import { useHome } from './use-home';
import { useWords } from './use-words';
import { WaitingCard } from './waiting-card';

/** Copies, withdraws or restores a notice. */
function Actions({ message }: { message: Sent }) {
  const { t } = useTranslation('notices');
  const { text } = useWords();
  const home = useHome();
  const action = useNoticeAction();
  const { id, state } = message;
  const restore = (): Promise<void> =>
    action.mutateAsync({ message: id, action: 'restore' }).then(
      () => undefined,
      () => undefined,
    );
  const withdraw = async (): Promise<void> => {
    try {
      await action.mutateAsync({ message: id, action: 'withdraw' });
    } catch {
      return; // the error is already shown
    }
    notifyUndo(
      state === 'scheduled'
        ? t('one.cancelled', { title: text(message.title) })
        : t('one.withdrawn', { title: text(message.title) }),
      restore,
    );
  };
  return (
    <>
      <AppLink href={`${home}/new?from=${encodeURIComponent(id)}`} className={buttonClass()}>
        <CopyIcon size={18} />
        {t('one.copy')}
      </AppLink>
      {state === 'withdrawn' ? (
        <Button icon={ReloadIcon} loading={action.isPending} onClick={() => void restore()}>
          {t('one.restore')}
        </Button>
      ) : (
        state !== 'expired' && (
          <Button icon={TrashIcon} loading={action.isPending} onClick={() => void withdraw()}>
            {state === 'scheduled' ? t('one.cancel') : t('one.withdraw')}
          </Button>
        )
      )}
    </>
  );
}

function Notice({ reach }: { reach: Reach }) {
  const { text } = useWords();
  const { message } = reach;
  return (
    <Page
      title={text(message.title)}
      aside={<StateChip state={message.state} />}
      actions={<Actions message={message} />}
    >
      <div className={styles['notice']}>
        <NoticeText message={message} />
        <NoticeFigures reach={reach} />
        {message.acknowledge && message.state !== 'scheduled' && <WaitingCard reach={reach} />}
      </div>
    </Page>
  );
}

/** One notice: its text, its numbers, and who hasn't acknowledged it. */
export function NoticePage() {
  const { t } = useTranslation('notices');
  const { parameters } = usePageLocation();
  const home = useHome();
  const id = parameters['notice'] ?? '';
  const query = useQuery(noticeQueries.reach(id));
  if (statusOf(query.error) === 404) {
    return (
      <EmptyState
        level={1}
        drawing="search"
        title={t('one.gone')}
        text={t('one.goneText')}
        action={
          <AppLink href={home} className={buttonClass()}>
            {t('one.all')}
          </AppLink>
        }
      />
    );
  }
  return <QueryView query={query}>{(reach) => <Notice key={reach.message.id} reach={reach} />}</QueryView>;
}
