import { useEffect, useState, type ReactNode } from 'react';
import { clock } from '@/shared/api/api';
import { events } from '@/shared/api/events';
import { queryClient } from '@/shared/api/query-client';
import { useTranslation } from '@/shared/i18n/use-translation';
import { viewing } from '@/shared/store/storage';
import { useMoment } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { EyeIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { EmptyState } from '@/shared/ui/state';
import { closeView, parseView } from './view';
import styles from './view-frame.module.css';

/** Returns from the student view to the staff pages. */
function toOwnPages(): void {
  sessionStorage.clear();
  globalThis.location.assign('/');
}

function Over({ name }: { name: string }) {
  const { t } = useTranslation('view-as');
  return (
    <main className={styles['over']}>
      <EmptyState
        level={1}
        title={t('over.title')}
        text={t('over.text', { name })}
        action={
          <>
            <Button variant="primary" onClick={() => globalThis.close()}>
              {t('over.close')}
            </Button>
            <Button variant="text" onClick={toOwnPages}>
              {t('over.own')}
            </Button>
          </>
        }
      />
    </main>
  );
}

interface Props {
  onEnd: () => Promise<void>;
  /** The portal as the student sees it. */
  children: ReactNode;
}

/**
 * The bar above a student view, and the page shown when the view ends: from the bar, by time, by the student logging
 * out, or when the staff session ends.
 */
export function ViewFrame({ onEnd, children }: Props) {
  const { t } = useTranslation('view-as');
  const moment = useMoment();
  const [view, setView] = useState(() => parseView(viewing));
  const [ending, setEnding] = useState(false);
  const { name, until, over } = view;

  useEffect(() => {
    if (over === true) {
      return undefined;
    }
    const end = (): void => {
      setView(closeView({ name, until }));
      queryClient.clear();
    };
    const timer = setTimeout(end, Math.max(0, until - clock.now()));
    const offs = (['logout', 'unauthorized'] as const).map((event) => events.on(event, end));
    return () => {
      clearTimeout(timer);
      offs.forEach((off) => off());
    };
  }, [name, until, over]);

  if (over === true) {
    return <Over name={name} />;
  }
  return (
    <>
      <Row as="section" gap={2} aria-label={t('bar.label')} className={classNames('no-print', styles['bar'])}>
        <EyeIcon size={16} />
        <span>{t('bar.text', { name, time: moment(until) })}</span>
        <Button
          size="s"
          loading={ending}
          onClick={() => {
            setEnding(true);
            void onEnd();
          }}
        >
          {t('bar.end')}
        </Button>
      </Row>
      <div className={styles['pages']}>{children}</div>
    </>
  );
}
