import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { isUnderWay, type Asset } from './queries';

/** Which qualities of a playable recording are still being prepared, and which failed. */
export function AssetHeights({ renditions }: Pick<Asset, 'renditions'>) {
  const { t } = useTranslation('recordings');
  const formats = useFormats();
  const words = (list: Asset['renditions']): string =>
    list
      .map(({ height, state, percent }) => {
        const name = t('renditions.height', { height: String(height) });
        return state === 'preparing' ? `${name} ${formats.number(percent / 100, { style: 'percent' })}` : name;
      })
      .join(', ');
  const left = renditions.filter((one) => isUnderWay([one]));
  const failed = renditions.filter(({ state }) => state === 'failed');
  return (
    <>
      {left.length > 0 && <p className="text-3 size-13">{t('renditions.left', { heights: words(left) })}</p>}
      {failed.map(({ height, reason }) => (
        <p key={height} className="danger size-14">
          {t('renditions.failed', { heights: t('renditions.height', { height: String(height) }) })} {reason}
        </p>
      ))}
    </>
  );
}
