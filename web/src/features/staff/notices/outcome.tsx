import { useRef, useState } from 'react';
import { useFormats, useTranslation } from '@/shared/i18n/use-translation';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { useMoment, useZone } from '@/shared/time/use-moment';
import { Button } from '@/shared/ui/button';
import { Card } from '@/shared/ui/card';
import { classNames } from '@/shared/ui/class-names';
import { Stack } from '@/shared/ui/layout';
import { Tabs } from '@/shared/ui/tabs';
import { timesOf, type ComposeFormState, type Input } from './compose';
import styles from './notices.module.css';
import { PhonePreview, PushPreview } from './preview';
import type { Reached } from './queries';
import type { ReachedState } from './use-reached';

interface Props {
  form: ComposeFormState;
  reached: ReachedState;
}

/** The number of recipients, and the names of some. */
function Who({ reached }: { reached: Reached }) {
  const { t, locale } = useTranslation('notices');
  const { list } = useFormats();
  const names = reached.some.map((one) => (locale === 'en-US' ? one.nameLatin || one.name : one.name));
  const more = reached.students - names.length;
  return (
    <>
      <p className={classNames('text-2', styles['reach'])}>
        <strong>{reached.students}</strong> {t('outcome.students', { count: reached.students })}
      </p>
      {names.length > 0 && (
        <p className={classNames('text-3', styles['note'])}>
          {more > 0 ? t('outcome.andMore', { names: names.join(t('audience.comma')), count: more }) : list(names)}
        </p>
      )}
    </>
  );
}

/** What sending will do, one sentence each. */
function Sentences({ shown }: { shown: Input }) {
  const { t } = useTranslation('notices');
  const moment = useMoment();
  const zone = useZone();
  const { send, deadline } = timesOf(shown, zone);
  const asks = shown.kind === 'notice' && shown.acknowledge;
  const [zh, en] = [shown.titleZh.trim() !== '', shown.titleEn.trim() !== ''];
  return (
    <Stack as="ul" gap={2} className={classNames('bullets', styles['sentences'])}>
      <li>
        {shown.when === 'now'
          ? t('outcome.now')
          : send === null
            ? t('outcome.noTime')
            : t('outcome.at', { when: moment(send) })}
      </li>
      {asks && <li>{deadline === null ? t('outcome.asks') : t('outcome.asksBy', { when: moment(deadline) })}</li>}
      {zh !== en && <li>{zh ? t('outcome.onlyZh') : t('outcome.onlyEn')}</li>}
      <li>{t('outcome.withdraw')}</li>
    </Stack>
  );
}

/** Why the notice can't be sent yet; undefined when it can. */
function missing(
  t: ReturnType<typeof useTranslation<'notices'>>['t'],
  { asked, data, error }: ReachedState,
): string | undefined {
  if (error instanceof Error) {
    return error.message;
  }
  if (!asked) {
    return t('outcome.noAudience');
  }
  if (data === undefined) {
    return t('outcome.counting');
  }
  return data.students === 0 ? t('outcome.nobody') : undefined;
}

/** The effects of sending: recipients, time and preview, with the send button. */
export function Outcome({ form, reached }: Props) {
  const { t, locale } = useTranslation('notices');
  const [language, setLanguage] = useState<'zh' | 'en'>(locale === 'zh-CN' ? 'zh' : 'en');
  const shown = form.values;
  const why = missing(t, reached);
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ 'Ctrl+Enter': { label: t('outcome.send'), run: () => button.current?.click() } });
  const count = reached.data?.students ?? 0;
  const preview = (
    <Stack gap={4}>
      <PhonePreview {...{ shown, language }} signature={reached.data?.subTitle} />
      <PushPreview {...{ shown, language }} />
    </Stack>
  );
  return (
    <Stack gap={4} className={styles['aside']}>
      <Card title={t('outcome.title')}>
        {reached.data !== undefined && <Who reached={reached.data} />}
        <Sentences shown={shown} />
        <Button
          ref={button}
          type="submit"
          variant="primary"
          size="l"
          block
          loading={form.busy}
          disabled={why !== undefined}
          aria-describedby="notice-missing"
        >
          {why !== undefined
            ? t('outcome.send')
            : shown.when === 'now'
              ? t('outcome.sendTo', { count })
              : t('outcome.scheduleFor', { count })}
        </Button>
        <p id="notice-missing" role="status" className={classNames('text-3', styles['note'])}>
          {why}
        </p>
      </Card>
      <Card title={t('preview.title')}>
        <Tabs
          label={t('preview.language')}
          tabs={(['zh', 'en'] as const).map((id) => ({ id, label: t(`language.${id}`), content: preview }))}
          selected={language}
          onSelect={setLanguage}
        />
      </Card>
    </Stack>
  );
}
