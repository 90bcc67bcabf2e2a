import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClassName } from '@/shared/i18n/use-class-name';
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

/** Each photo is a separate request, so large groups show only the first ones. Names are always complete, for print. */
const photosAtFirst = 40;

function Student({ group, student, withPhoto }: { group: string; student: Listed; withPhoto: boolean }) {
  const locale = useLocale();
  const query = useQuery({ ...teachingQueries.photo(group, student), enabled: withPhoto && student.photo });
  const photo = useObjectUrl(query.data);
  const { name, nameLatin, number, class: of } = student;
  const className = useClassName();
  const other = locale === 'zh-CN' ? '' : nameLatin;
  return (
    <Row as="li" gap={3} className={styles['person']}>
      <Avatar name={name} src={photo} size={44} />
      <span>
        <b>{name}</b> {other}
        <span className={classNames('text-2', styles['about'])}>
          {[number, className(of)].filter(Boolean).join(' · ')}
        </span>
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
  const shown = all ? matches.length : photosAtFirst;
  return (
    <>
      <TextField
        type="search"
        icon={SearchIcon}
        label={t('list.search')}
        placeholder={t('list.example')}
        className={classNames('no-print', styles['search'])}
        autoComplete="off"
        {...typing}
      />
      <p role="status" className={classNames('text-2', styles['about'])}>
        {t('list.count', { count: matches.length })}
      </p>
      <ul aria-label={t('tab.students')} className={styles['people']}>
        {matches.map((student, index) => (
          <Student key={student.id} {...{ group, student }} withPhoto={index < shown} />
        ))}
      </ul>
      {matches.slice(shown).some(({ photo }) => photo) && (
        <Button block className="no-print" onClick={() => setAll(true)}>
          {t('list.photos')}
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
