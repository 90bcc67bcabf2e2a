import { useTranslation } from '@/shared/i18n/use-translation';

interface People {
  students: number;
  teachers: number;
}

/** Returns the number of people as text, such as '84 students and 2 teachers'. */
export function usePeople(): (people: People) => { people: string; count: number } {
  const { t } = useTranslation('planning');
  return ({ students, teachers }) => {
    const some = t('people.students', { count: students });
    const others = t('people.teachers', { count: teachers });
    return {
      count: students + teachers,
      people: teachers === 0 ? some : students === 0 ? others : t('people.both', { students: some, teachers: others }),
    };
  };
}
