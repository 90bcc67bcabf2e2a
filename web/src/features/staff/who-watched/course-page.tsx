import { useQuery } from '@tanstack/react-query';
import { nameIn } from '@/shared/i18n/name-in';
import { useTranslation } from '@/shared/i18n/use-translation';
import { usePageLocation, useQueryParam } from '@/shared/store/page-location';
import { AppLink } from '@/shared/ui/app-link';
import { Page } from '@/shared/ui/page';
import { CourseContent } from './course-content';
import { watchingQueries } from './queries';

export function WatchingCoursePage() {
  const { t, locale } = useTranslation('who-watched');
  const { course = '' } = usePageLocation().parameters;
  const [term] = useQueryParam('term');
  const source = { taught: false, term, course } as const;
  const { data } = useQuery(watchingQueries.view(source));
  const name = nameIn(locale, data?.course);
  return (
    <Page title={name === '' ? t('title') : t('titleOf', { course: name })}>
      <p>
        <AppLink href={term === undefined ? '/admin/watching' : `/admin/watching?term=${encodeURIComponent(term)}`}>
          {t('back')}
        </AppLink>
      </p>
      <CourseContent source={source} />
    </Page>
  );
}
