import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Row, Stack } from '@/shared/ui/layout';
import type { Code } from './queries';
import styles from './accounts.module.css';

/** Shows a one-time code once, to read out or to print without the rest of the page. */
export function CodeDialog({ code, onClose }: { code: Code | null; onClose: () => void }) {
  const { t } = useTranslation('staff-accounts');
  return (
    <Dialog
      alert
      open={code !== null}
      title={t('code.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => globalThis.print()}>{t('code.print')}</Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('code.done')}
          </Button>
        </>
      }
    >
      {code && (
        <Stack gap={3} className={styles['sheet']}>
          <Row as="p" gap={3} align="stretch" className="text-1">
            <b>{code.name}</b> <span>{code.phone}</span>
          </Row>
          <p className={styles['code']}>{code.code}</p>
          <p>{t('code.how', { address: globalThis.location.host })}</p>
          <p className="warning">{t('code.once')}</p>
        </Stack>
      )}
    </Dialog>
  );
}
