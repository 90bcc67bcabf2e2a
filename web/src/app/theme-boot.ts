// Runs before the first paint, as a classic script: theme and language stand on <html> when the body appears.
// It must import nothing (an import would make it a module); theme-boot.test.ts holds it to the stores' keys and rules.
{
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- outside the block its name would be global
  const read = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is blocked: the defaults are right
    }
  };
  const root = document.documentElement;
  root.dataset['theme'] = read('arco-theme') === 'dark' ? 'dark' : 'light';
  const stored = read('arco-locale');
  const wanted =
    stored === 'zh-CN' || stored === 'en-US' ? stored : (navigator.languages[0] ?? navigator.language);
  root.lang = wanted.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US';
  // What the app will ask for next is known when it is built: see scripts/early.ts.
  const early = document.currentScript?.dataset['early'];
  const visit = read('token') === null ? 'login' : location.pathname === '/student/timetable' && 'timetable';
  if (visit === 'login') {
    root.dataset['visit'] = visit; // the first screen, which index.html holds, is for nobody else: see welcome.css
  }
  if (early !== undefined && visit !== false) {
    const files = (JSON.parse(early) as Record<string, Record<string, string[]>>)[visit]?.[root.lang] ?? [];
    for (const file of files) {
      const style = file.endsWith('.css');
      const link = document.createElement('link');
      link.rel = style ? 'preload' : 'modulepreload';
      link.as = style ? 'style' : 'script';
      link.crossOrigin = '';
      link.fetchPriority = 'low'; // after what the first paint needs
      link.href = `/assets/${file}`;
      document.head.append(link);
    }
  }
  // Every call waits for it, so it is asked for while the app itself is still on its way. Nobody may be listening yet.
  const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(10_000) : null; // Safari before 16 has none
  const config = fetch('/app-config.json', { cache: 'no-store', signal, priority: 'low' });
  config.catch(() => undefined);
  Object.assign(globalThis, { earlyConfig: config });
}
