import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { Avatar } from '@/shared/ui/avatar';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { FileInput } from '@/shared/ui/file-input';
import { pictureKinds } from '@/shared/ui/shrink-picture';
import { errorText } from '@/shared/ui/state';
import type { UserInfo } from '@/shared/access/user-info';
import { ownName } from './profile';
import { useChangePicture } from './queries';
import styles from './user-setting-page.module.css';

const limit = 20 * 1024 * 1024; // as large as a camera's; pictures are scaled down before the upload

/** Why a file can't be used, checked before the upload; the server checks the content as well. */
export function pictureFault(file: Pick<File, 'type' | 'size'>): 'picture.type' | 'picture.tooLarge' | null {
  if (!pictureKinds.includes(file.type)) {
    return 'picture.type';
  }
  return file.size > limit ? 'picture.tooLarge' : null;
}

/** A chosen file, with an object URL for the preview. */
interface Chosen {
  file: File;
  preview: string;
}

/** The chosen file; its object URL is revoked when another file is chosen or the page is left. */
function useChosen(): [chosen: Chosen | null, choose: (file: File | null) => void] {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => () => URL.revokeObjectURL(chosen?.preview ?? ''), [chosen]);
  return [chosen, (file) => setChosen(file === null ? null : { file, preview: URL.createObjectURL(file) })];
}

/** Chooses, previews and saves the account's picture. */
export function Picture({ info }: { info: UserInfo }) {
  const { t, locale } = useTranslation('account');
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useChosen();
  const [wrong, setWrong] = useState<ReactNode>(null);
  const change = useChangePicture();
  const choose = (file: File): void => {
    const fault = pictureFault(file);
    const size = formats.number(file.size / 1024 / 1024, { maximumFractionDigits: 1 });
    setWrong(fault === 'picture.tooLarge' ? t(fault, { size }) : fault === null ? null : t(fault));
    setChosen(fault === null ? file : null);
  };
  const use = (file: File): void => {
    change.mutate(file, {
      onSuccess: () => {
        setChosen(null);
        notify('success', t('picture.saved'));
      },
      onError: (error) => {
        setWrong(errorText(error) ?? t('picture.type'));
        setChosen(null);
      },
    });
  };
  return (
    <div className={styles['picture']}>
      <Avatar name={ownName(locale, info)} src={chosen?.preview ?? info.avatar} size={72} />
      <div>
        <FileInput
          ref={input}
          accept={pictureKinds.join(',')}
          aria-label={t('picture.choose')}
          hidden
          onFiles={([file]) => file && choose(file)}
        />
        {chosen === null ? (
          <Button onClick={() => input.current?.click()}>{t('picture.change')}</Button>
        ) : (
          <div className={styles['buttons']}>
            <Button variant="primary" loading={change.isPending} onClick={() => use(chosen.file)}>
              {t('picture.use')}
            </Button>
            <Button onClick={() => setChosen(null)}>{t('picture.cancel')}</Button>
          </div>
        )}
        <p>{chosen === null ? t('picture.hint') : t('picture.preview')}</p>
        <div role="alert">{wrong !== null && <p className={classNames('danger', styles['wrong'])}>{wrong}</p>}</div>
      </div>
    </div>
  );
}
