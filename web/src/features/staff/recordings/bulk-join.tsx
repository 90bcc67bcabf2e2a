import { useState } from 'react';
import { api } from '@/shared/api/api';
import { useChange } from '@/shared/api/cached';
import { titleIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { clockText } from '@/shared/time/length';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PartList } from './part-list';
import { recordingQueries, type Asset } from './queries';

/** Only recordings with the same key can be joined: the class, or a lesson without one. Empty if it has no lesson. */
const ofWhat = (asset: Asset): string => asset.class || asset.lesson;

/** The selected recordings if they can be joined: at least two, all of the same class. */
export function joinable(assets: readonly Asset[]): readonly Asset[] {
  for (const { class: classId, lesson } of assets) {
    const same = assets.filter((one) => ofWhat(one) !== '' && ofWhat(one) === (classId || lesson));
    if (same.length > 1) {
      return same;
    }
  }
  return [];
}

/** Sorts by name, since cameras number their files. */
const inOrder = (assets: readonly Asset[]): Asset[] =>
  assets.toSorted((a, b) => a.file.localeCompare(b.file, undefined, { numeric: true }));

function swapped(list: readonly Asset[], at: number, by: -1 | 1): Asset[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) {
    next.splice(at + by, 0, one);
  }
  return next;
}

interface Props {
  assets: readonly Asset[];
  onDone: () => void;
  onClose: () => void;
}

/** Shows the parts in playing order and what joining them does. */
export function JoinDialog({ assets, onDone, onClose }: Props) {
  const { t, locale } = useTranslation('recordings');
  const [parts, setParts] = useState(() => inOrder(assets));
  const into = parts.find(({ current }) => current) ?? parts[0];
  const join = useChange(
    async () => {
      const lesson = into?.lesson ?? '';
      const now = await api.get('/api/admin/recordings/place', { query: { lesson } });
      return api.post('/api/admin/recordings/join', {
        body: {
          parts: parts.map(({ id }) => id),
          lesson,
          replace: now.asset,
          publish: into?.published === true || into?.publish === true,
        },
      });
    },
    [recordingQueries.all()],
    {
      onSuccess: () => {
        notify('success', t('join.done', { count: parts.length }));
        onDone();
      },
    },
  );
  return (
    <Dialog open title={t('join.title')} onClose={onClose}>
      <p>{t('join.text', { title: into === undefined ? '' : titleIn(locale, into) })}</p>
      <PartList
        parts={parts.map(({ id, file, duration }) => ({
          key: id,
          file,
          length: duration > 0 ? clockText(duration) : '',
        }))}
        onShift={(at, by) => setParts(swapped(parts, at, by))}
      />
      <p>{t('join.after')}</p>
      <Button variant="primary" loading={join.isPending} onClick={() => join.mutate()}>
        {t('join.do', { count: parts.length })}
      </Button>
    </Dialog>
  );
}
