import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, test } from 'vitest';
import type { Messages } from './catalogue';
import { chooseLanguage, createI18n, i18n } from './i18n';
import { chooseLocale, isLocale, storedLocale } from './locale';
import { formatMessage } from './message';
import { useFormats, useTranslation } from './use-translation';

describe('choice of language', () => {
  test.each([
    ['zh-CN', 'en-US', 'zh-CN'],
    ['en-US', 'zh-CN', 'en-US'],
    ['xx', 'zh-Hant-TW', 'zh-CN'],
    [null, 'fr', 'en-US'],
    [null, undefined, 'en-US'],
  ])('[1.3] stored %s and browser %s give %s', (stored, browser, expected) => {
    if (stored !== null) {
      localStorage.setItem('arco-locale', stored);
    }
    expect(chooseLocale(storedLocale.get(), browser)).toBe(expected);
  });

  test('[1.3] there are only two languages', () => {
    expect(['en-US', 'zh-CN', 'en', null].map(isLocale)).toEqual([true, true, false, false]);
  });
});

describe('messages', () => {
  const lessons = { one: '{count} lesson of {course}', other: '{count} lessons of {course}' };

  test.each([
    ['en-US', lessons, { count: 1, course: 'Law' }, '1 lesson of Law'],
    ['en-US', lessons, { count: 1200, course: 'Law' }, '1,200 lessons of Law'],
    ['zh-CN', { other: '{course}共 {count} 课时' }, { count: 1, course: '法律' }, '法律共 1 课时'],
    ['en-US', 'Hello {name}', { name: '$& {other}' }, 'Hello $& {other}'],
    ['en-US', 'Hello {name}', {}, 'Hello {name}'],
  ])('[1.3] %s %j with %j says %s', (locale, message, parameters, expected) => {
    expect(formatMessage(locale, message, parameters as Record<string, string>)).toBe(expected);
  });

  test('[1.3] the compiler checks keys and parameters', () => {
    const t = i18n.translator('shared');
    // @ts-expect-error -- no such key
    expect(t('api.nonsense')).toBe('api.nonsense');
    // @ts-expect-error -- the parameter is missing
    expect(t('api.badAnswerCode')).toContain('{statusCode}');
    // @ts-expect-error -- this message has no parameter
    expect(t('api.badAnswer', { statusCode: 1 })).toBe('request interface error');
    expect(t('api.badAnswerCode', { statusCode: 418 })).toBe('request interface error, code: 418');
  });
});

describe('switching', () => {
  test('[1.3] happens all at once, when every used message is loaded', async () => {
    const gates: (() => void)[] = [];
    const texts: Record<string, Messages> = {
      'en-US': { 'api.badAnswer': 'english' },
      'zh-CN': { 'api.badAnswer': '中文' },
    };
    const own = createI18n('en-US', async (_namespace, locale) => {
      if (locale === 'zh-CN') {
        await new Promise<void>((resolve) => void gates.push(resolve));
      }
      return texts[locale] ?? {};
    });
    await own.ready('shared');
    const heard: string[] = [];
    own.subscribe(() => heard.push(own.locale()));
    const say = (): string => own.translator('shared')('api.badAnswer');
    const switching = own.setLocale('zh-CN');
    expect([own.locale(), say(), heard]).toEqual(['en-US', 'english', []]);
    gates.forEach((open) => open());
    await switching;
    expect([own.locale(), say(), heard]).toEqual(['zh-CN', '中文', ['zh-CN']]);
  });

  test('[1.3] a chunk that fails to load is requested again', async () => {
    let tries = 0;
    const own = createI18n('en-US', async () => {
      tries += 1;
      if (tries === 1) {
        throw new Error('chunk gone');
      }
      return {};
    });
    await expect(own.ready('shared')).rejects.toThrow('chunk gone');
    await own.ready('shared');
    expect(own.isReady('shared')).toBe(true);
  });

  test('[1.3] changes the page without a reload and stores the choice', async () => {
    function Sample() {
      const { t, locale } = useTranslation('shared');
      const formats = useFormats();
      const day = formats.date(Date.UTC(2026, 10, 12), { month: 'long', day: 'numeric', timeZone: 'UTC' });
      return <p lang={locale}>{`${t('api.badAnswer')} ${day}`}</p>;
    }
    render(
      <Suspense>
        <Sample />
      </Suspense>,
    );
    expect(screen.getByText('request interface error November 12')).toBeTruthy();
    await act(() => chooseLanguage('zh-CN'));
    expect(screen.getByText('请求接口错误 11月12日')).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(localStorage.getItem('arco-locale')).toBe('zh-CN');
    await act(() => chooseLanguage('en-US'));
  });
});
