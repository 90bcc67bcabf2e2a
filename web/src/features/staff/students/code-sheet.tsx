import { createPortal } from 'react-dom';
import { useCollege } from '@/shared/api/use-college';
import { useClassName } from '@/shared/i18n/use-class-name';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { WarningIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import styles from './code-sheet.module.css';

/** A one-time code and its student. */
export interface Slip {
  student: string;
  number: string;
  name: string;
  class: string;
  code: string;
}

/** Prints a slip to cut off for each student, without the rest of the page. */
function Sheet({ slips }: { slips: readonly Slip[] }) {
  const { t } = useTranslation('students');
  const college = useCollege();
  const className = useClassName();
  const address = `${globalThis.location.origin}/login`;
  return createPortal(
    <ul className={styles['sheet']}>
      {slips.map((slip) => (
        <li key={slip.student}>
          <p className={styles['college']}>{college}</p>
          <p className={styles['person']}>
            <b>{slip.name}</b> <span>{slip.number}</span> <span>{className(slip.class)}</span>
          </p>
          <p className={styles['code']}>{slip.code}</p>
          <p>{t('codes.slip', { address })}</p>
        </li>
      ))}
    </ul>,
    document.body,
  );
}

/** Shows codes once, to read out or to print. */
export function CodeSheet({ slips, onClose }: { slips: readonly Slip[]; onClose: () => void }) {
  const { t } = useTranslation('students');
  return (
    <Dialog
      open
      alert
      title={t('codes.sheet', { count: slips.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('codes.close')}</Button>
          <Button variant="primary" data-autofocus onClick={() => globalThis.print()}>
            {t('codes.print')}
          </Button>
        </>
      }
    >
      <Notice tone="warning" icon={WarningIcon}>
        {t('codes.once')}
      </Notice>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            <th scope="col">{t('field.studentNumber')}</th>
            <th scope="col">{t('codes.code')}</th>
          </tr>
        </thead>
        <tbody>
          {slips.map((slip) => (
            <tr key={slip.student}>
              <th scope="row">{slip.name}</th>
              <td>{slip.number}</td>
              <td className={styles['code']}>{slip.code}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sheet slips={slips} />
    </Dialog>
  );
}
