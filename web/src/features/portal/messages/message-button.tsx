import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { CountMark } from '@/shared/ui/badge';
import { Button, IconButton } from '@/shared/ui/button';
import { BellIcon } from '@/shared/ui/icons';
import { Popover } from '@/shared/ui/popover';
import { usePopover } from '@/shared/ui/use-popover';
import { MessageCentre } from './message-centre';
import styles from './message-centre.module.css';
import type { MessageType } from './messages';
import { useUnreadCount } from './queries';

/** The bell with its unread count; opens the message centre below it. */
export function MessageButton({ onOpenPage }: { onOpenPage: () => void }) {
  const { t } = useTranslation('messages');
  const { open, close, anchor, trigger } = usePopover();
  const [type, setType] = useState<MessageType>('message');
  const count = useUnreadCount();
  return (
    <>
      <IconButton
        {...trigger}
        icon={BellIcon}
        label={count === 0 ? t('title') : t('titleUnread', { count })}
        mark={<CountMark count={count} />}
      />
      {open && (
        <Popover role="dialog" label={t('title')} anchor={anchor} onClose={close} className={styles['popover']}>
          <MessageCentre compact selected={type} onSelect={setType} />
          <div className={styles['more']}>
            <Button
              variant="text"
              onClick={() => {
                close();
                onOpenPage();
              }}
            >
              {t('openPage')}
            </Button>
          </div>
        </Popover>
      )}
    </>
  );
}
