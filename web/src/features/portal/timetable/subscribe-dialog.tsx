import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { useMoment } from '@/shared/time/use-moment';
import { Button, buttonClass } from '@/shared/ui/button';
import { copyText } from '@/shared/ui/copy-text';
import { Dialog } from '@/shared/ui/dialog';
import { CalendarIcon, CopyIcon, ReloadIcon } from '@/shared/ui/icons';
import { Cluster, Stack } from '@/shared/ui/layout';
import { QrCode } from '@/shared/ui/qr-code';
import { QueryView } from '@/shared/ui/query-view';
import { TextField } from '@/shared/ui/text-field';
import { timetableQueries, useRotateCalendar } from './queries';
import styles from './subscribe-dialog.module.css';

interface Props {
  onClose: () => void;
  /** Downloads the term once, as a file. */
  onDownload: () => void;
}

/** The address with the scheme that calendar apps open. */
function webcal(address: string): string {
  return address.replace(/^https?:/u, 'webcal:');
}

function Address({ path }: { path: string }) {
  const { t } = useTranslation('timetable');
  const address = new URL(path, globalThis.location.origin).href;
  const copy = (): void => void copyText(address, t('subscribe.copied'), t('subscribe.notCopied'));
  return (
    <div className={styles['address']}>
      <QrCode text={address} label={t('subscribe.qr')} />
      <Stack gap={2} justify="start" shrink className={styles['ways']}>
        <TextField
          label={t('subscribe.address')}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon={CopyIcon} onClick={copy}>
          {t('subscribe.copy')}
        </Button>
        <a href={webcal(address)} className={buttonClass({ variant: 'primary' })}>
          <CalendarIcon size={18} />
          {t('subscribe.open')}
        </a>
      </Stack>
    </div>
  );
}

/** When an app last read the address: someone who doesn't use it any longer sees that somebody else does. */
function LastFetched({ at }: { at: string }) {
  const { t } = useTranslation('timetable');
  const moment = useMoment();
  return (
    <p className="text-3 size-13">
      {at === '' ? t('subscribe.neverFetched') : t('subscribe.fetched', { when: moment(Date.parse(at)) })}
    </p>
  );
}

function Rotate() {
  const { t } = useTranslation('timetable');
  const rotate = useRotateCalendar();
  const [asked, setAsked] = useState(false);
  return asked ? (
    <Cluster gap={2} role="group" aria-label={t('subscribe.rotate')}>
      <p>{t('subscribe.rotateText')}</p>
      <Button
        variant="danger"
        size="s"
        loading={rotate.isPending}
        onClick={() => rotate.mutate(undefined, { onSuccess: () => setAsked(false) })}
      >
        {t('subscribe.rotateYes')}
      </Button>
      <Button variant="text" size="s" onClick={() => setAsked(false)}>
        {t('subscribe.rotateNo')}
      </Button>
    </Cluster>
  ) : (
    <Button variant="text" size="s" icon={ReloadIcon} onClick={() => setAsked(true)}>
      {t('subscribe.rotate')}
    </Button>
  );
}

/** The timetable in the user's own calendar: as a feed that stays up to date, or as a file. */
export function SubscribeDialog({ onClose, onDownload }: Props) {
  const { t } = useTranslation('timetable');
  const query = useQuery(timetableQueries.calendar());
  const rotate = useRotateCalendar();
  return (
    <Dialog
      open
      title={t('subscribe.title')}
      onClose={onClose}
      actions={<Button onClick={onDownload}>{t('subscribe.download')}</Button>}
    >
      <Stack gap={3} align="start">
        <p>{t('subscribe.text')}</p>
        <QueryView query={query}>
          {(calendar) =>
            calendar.active ? (
              <>
                <Address path={calendar.path} />
                <p className="text-3 size-13">{t('subscribe.secret')}</p>
                <LastFetched at={calendar.fetched} />
                <Rotate />
              </>
            ) : (
              <Button variant="primary" loading={rotate.isPending} onClick={() => rotate.mutate()}>
                {t('subscribe.make')}
              </Button>
            )
          }
        </QueryView>
      </Stack>
    </Dialog>
  );
}
