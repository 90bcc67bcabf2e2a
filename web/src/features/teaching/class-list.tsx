import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslation } from '@/shared/i18n/use-translation';
import { Avatar } from '@/shared/ui/avatar';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { SearchIcon } from '@/shared/ui/icons';
import { Row } from '@/shared/ui/layout';
import { QueryView } from '@/shared/ui/query-view';
import { EmptyState } from '@/shared/ui/state';
import { TextField } from '@/shared/ui/text-field';
import { useObjectUrl } from '@/shared/ui/use-object-url';
import { useWholeWords } from '@/shared/ui/use-whole-words';
import { searchStudents } from './ask';
import { teachingQueries, type Listed } from './queries';
import styles from './teaching.module.css';

/** Each photo is a separate request, so large groups show only the first ones. */
const shownAtFirst = 40;

function Student({ group, student }: { group: string; student: Listed }) {
  const locale = useLocale();
  const photo = useObjectUrl(useQuery(teachingQueries.photo(group, student)).data);
  const { name, nameLatin, number, class: of } = student;
  const other = locale === 'zh-CN' ? '' : nameLatin;
  return (
    <Row as="li" gap={3} className={styles['person']}>
      <Avatar name={name} src={photo} size={44} />
      <span>
        <b>{name}</b> {other}
        <span className={classNames('text-2', styles['about'])}>{[number, of].filter(Boolean).join(' · ')}</span>
      </span>
    </Row>
  );
}

function SearchableList({ group, students }: { group: string; students: readonly Listed[] }) {
  const { t } = useTranslation('teaching');
  const [text, setText] = useState('');
  const typing = useWholeWords(text, setText);
  const [all, setAll] = useState(false);
  const matches = searchStudents(students, text);
  const shown = all ? matches : matches.slice(0, shownAtFirst);
  return (
    <>
      <TextField
        type="search"
        icon={SearchIcon}
        label={t('list.search')}
        placeholder={t('list.example')}
        className={styles['search']}
        autoComplete="off"
        {...typing}
      />
      <p role="status" className={classNames('text-2', styles['about'])}>
        {t('list.count', { count: matches.length })}
      </p>
      <ul aria-label={t('tab.students')} className={styles['people']}>
        {shown.map((student) => (
          <Student key={student.id} {...{ group, student }} />
        ))}
      </ul>
      {shown.length < matches.length && (
        <Button block onClick={() => setAll(true)}>
          {t('list.all', { count: matches.length })}
        </Button>
      )}
    </>
  );
}

export function ClassList({ group }: { group: string }) {
  const { t } = useTranslation('teaching');
  const query = useQuery(teachingQueries.students(group));
  return (
    <QueryView query={query} empty={<EmptyState small level={2} title={t('list.none')} text={t('list.noneText')} />}>
      {(students) => <SearchableList {...{ group, students }} />}
    </QueryView>
  );
}
