import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/shared/i18n/use-translation';
import { notify } from '@/shared/store/notices';
import { readPlace } from '@/shared/timetable/read';
import { Chip } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { InfoIcon } from '@/shared/ui/icons';
import { Cluster, Row, Stack } from '@/shared/ui/layout';
import { Notice } from '@/shared/ui/notice';
import { TextField } from '@/shared/ui/text-field';
import styles from './draft-view.module.css';
import { planningQueries, useDecline } from './queries';
import type { TeacherRequest } from './types';
import type { Words } from './use-words';

/** 'Move to Fri, Nov 20 · periods 5–6'. */
function useAsked(words: Words): (request: TeacherRequest) => string {
  const { t } = useTranslation('planning');
  return (request) => {
    const { action, place, firstPeriod, lastPeriod } = request;
    if (action !== 'move') {
      return t(`request.${action}`);
    }
    const now = place === undefined ? undefined : readPlace(place);
    const hours = firstPeriod > 0 ? { firstPeriod, lastPeriod } : now;
    const day = request.day === '' ? (now?.day ?? '') : request.day;
    return t('request.move', { to: words.when({ firstPeriod: 0, lastPeriod: 0, ...hours, day }) });
  };
}

/** Which request filled in the composer, and what the teacher will be told. */
export function RequestNote({ request, words }: { request: TeacherRequest; words: Words }) {
  const { t } = useTranslation('planning');
  const asked = useAsked(words)(request);
  return (
    <Notice icon={InfoIcon} tone="accent">
      {t('request.note', { name: words.name(request.teacher), asked, reason: request.reason })}
    </Notice>
  );
}

/** Asks for the message to the teacher. */
function Decline({ request, onCancel }: { request: TeacherRequest; onCancel: () => void }) {
  const { t } = useTranslation('planning');
  const [answer, setAnswer] = useState('');
  const [tried, setTried] = useState(false);
  const { mutate, isPending } = useDecline();
  const missing = answer.trim() === '';
  return (
    <Stack
      noValidate
      as="form"
      gap={2}
      aria-label={t('request.decline')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) {
          mutate(
            { id: request.id, answer: answer.trim() },
            { onSuccess: () => notify('success', t('request.declined')) },
          );
        }
      }}
    >
      <TextField
        label={t('request.why')}
        hint={t('request.whyHint')}
        error={tried && missing ? t('request.whyMissing') : undefined}
        required
        maxLength={300}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <Cluster gap={2} align="stretch">
        <Button type="submit" size="s" loading={isPending}>
          {t('request.declineDo')}
        </Button>
        <Button size="s" variant="text" onClick={onCancel}>
          {t('request.keep')}
        </Button>
      </Cluster>
    </Stack>
  );
}

interface ItemProps {
  request: TeacherRequest;
  words: Words;
  onOpen: (request: TeacherRequest) => void;
}

function Item({ request, words, onOpen }: ItemProps) {
  const { t } = useTranslation('planning');
  const [declining, setDeclining] = useState(false);
  const asked = useAsked(words)(request);
  const { code, course, courseEn, teacher, reason, place } = request;
  const about = words.other({ code, course, courseEn });
  const name = `${about}, ${asked}`;
  return (
    <Stack as="li" gap={1} className={styles['request']}>
      <b>{asked}</b>
      <span>{about}</span>
      <span className="text-2 size-13">
        {place === undefined ? t('request.gone') : words.when(readPlace(place))} · {words.name(teacher)}
      </span>
      <p className="text-2">{t('request.reason', { reason })}</p>
      {declining ? (
        <Decline request={request} onCancel={() => setDeclining(false)} />
      ) : (
        <Cluster gap={2} align="stretch">
          {place !== undefined && (
            <Button size="s" aria-label={t('request.openLabel', { name })} onClick={() => onOpen(request)}>
              {t('request.open')}
            </Button>
          )}
          <Button
            size="s"
            variant="text"
            aria-label={t('request.declineLabel', { name })}
            onClick={() => setDeclining(true)}
          >
            {t('request.decline')}
          </Button>
        </Cluster>
      )}
    </Stack>
  );
}

/** Open requests from teachers, oldest first; renders nothing if there are none. */
export function Requests({ words, onOpen }: Omit<ItemProps, 'request'>) {
  const { t } = useTranslation('planning');
  const { data = [] } = useQuery(planningQueries.requests());
  return data.length === 0 ? null : (
    <Stack as="section" gap={3} aria-labelledby="planning-requests" className={styles['draft']}>
      <Row gap={2} className={styles['head']}>
        <h3 id="planning-requests">{t('request.title')}</h3>
        <Chip tone="warning">{t('request.count', { count: data.length })}</Chip>
      </Row>
      <ul>
        {data.map((request) => (
          <Item key={request.id} {...{ request, words, onOpen }} />
        ))}
      </ul>
    </Stack>
  );
}
