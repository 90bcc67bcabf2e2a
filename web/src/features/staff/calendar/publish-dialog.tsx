import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notify } from '@/shared/store/notices';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { useSettledValue } from '@/shared/ui/use-settled';
import { errorText } from '@/shared/ui/state';
import styles from './calendar.module.css';
import { PreviewPanel } from './preview-panel';
import { calendarQueries, usePublish, type Arrangement } from './queries';

interface Props {
  title: string;
  /** The button's text and the message after publishing. */
  action: string;
  done: string;
  /** What will be published; null if something is missing. */
  body: Arrangement | null;
  onClose: () => void;
  children?: ReactNode;
}

/** Previews what would be published, and publishes exactly that. */
export function PublishDialog({ title, action, done, body, onClose, children }: Props) {
  const [settled, isSettled] = useSettledValue(body);
  const preview = useQuery(calendarQueries.preview(settled));
  const publish = usePublish();
  const seen = body !== null && isSettled && preview.data !== undefined;
  const save = (): void => {
    if (body !== null) {
      publish.mutate(body, {
        onSuccess: () => {
          notify('success', done);
          onClose();
        },
      });
    }
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      className={styles['wide']}
      actions={
        <Button variant="primary" disabled={!seen} loading={publish.isPending} onClick={save}>
          {action}
        </Button>
      }
    >
      {children}
      {body !== null && <PreviewPanel query={preview} />}
      {publish.error !== null && <p role="alert">{errorText(publish.error)}</p>}
    </Dialog>
  );
}
