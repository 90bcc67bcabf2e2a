import { useRef } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Button } from '@/shared/ui/button';
import { FileInput } from '@/shared/ui/file-input';
import { Menu } from '@/shared/ui/menu';
import { pictureKinds } from '@/shared/ui/shrink-picture';
import { errorText } from '@/shared/ui/state';
import type { StaffRecord } from './queries';
import styles from './student-page.module.css';
import { useChangePhoto } from './use-photo';

/** Adds, replaces or removes a photo and shows what is wrong with it. */
export function PhotoButton({ record }: { record: StaffRecord }) {
  const { t } = useTranslation('students');
  const input = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useChangePhoto(record);
  const choose = (): void => input.current?.click();
  return (
    <>
      <FileInput
        ref={input}
        accept={pictureKinds.join(',')}
        aria-label={t('photo.choose')}
        hidden
        onFiles={([file]) => file && mutate(file)}
      />
      {record.photo === '' ? (
        <Button size="s" variant="text" loading={isPending} onClick={choose}>
          {t('photo.open')}
        </Button>
      ) : (
        <Menu
          label={t('photo.open')}
          items={[
            { id: 'replace', label: t('photo.replace'), onSelect: choose },
            { id: 'remove', label: t('photo.remove'), onSelect: () => mutate(null) },
          ]}
          renderTrigger={(props) => (
            <Button size="s" variant="text" loading={isPending} {...props}>
              {t('photo.open')}
            </Button>
          )}
        />
      )}
      <div role="alert" className={styles['photo-wrong']}>
        {errorText(error)}
      </div>
    </>
  );
}
