import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from '@/shared/api/cached';
import { useLocale } from './use-translation';

/** Names home classes in the reader's language; a class without an English name keeps its own. */
export function useClassName(): (name: string) => string {
  const isChinese = useLocale() === 'zh-CN';
  const { data } = useQuery({
    ...read(['home-classes'], '/api/home-classes'),
    enabled: !isChinese,
    staleTime: 5 * 60_000,
  });
  const english = useMemo(() => new Map(data?.map(({ name, nameEn }) => [name, nameEn])), [data]);
  return useCallback((name) => (isChinese ? name : (english.get(name) ?? name)), [english, isChinese]);
}
