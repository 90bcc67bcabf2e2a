import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { Stack } from './layout';
import styles from './skeleton.module.css';

interface Props {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}

/** A grey placeholder of the content's size. */
export function Skeleton({ width = '100%', height = 16, radius = 6 }: Props) {
  return <span className={styles['bone']} style={{ inlineSize: width, blockSize: height, borderRadius: radius }} />;
}

/** Placeholders during loading, with a text for screen readers. */
export function SkeletonGroup({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shared');
  return (
    <div role="status">
      <span className="visually-hidden">{t('ui.loading')}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Placeholders for lines of text; the last is shorter. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <SkeletonGroup>
      <Stack gap={3} className={styles['lines']}>
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
        ))}
      </Stack>
    </SkeletonGroup>
  );
}
