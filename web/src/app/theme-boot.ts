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
  const visit = read('token') === null ? 'login' : location.pathname === '/student/timetable' && 'timetable';
  if (visit === 'login') {
    root.dataset['visit'] = visit; // the first screen, which index.html holds, is for nobody else: see welcome.css
  }
  // What the app is made of and what it will ask for next is known when it is built: see scripts/early.ts.
  const early = document.currentScript?.dataset['early'];
  if (early !== undefined) {
    const { run, app, ...visits } = JSON.parse(early) as { run: string[]; app: string[] } & Record<
      'login' | 'timetable',
      Record<string, string[]>
    >;
    const next = visit === false ? [] : (visits[visit][root.lang] ?? []);
    const element = (file: string): HTMLElement => {
      const src = `/assets/${file}`;
      if (run.includes(file)) {
        return Object.assign(document.createElement('script'), { type: 'module', src });
      }
      const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
      return Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href: src });
    };
    const ask = (): void => {
      // Each in a task of its own: a phone takes milliseconds to send one off, and answers in between.
      for (const file of [...run, ...app, ...next]) {
        setTimeout(() => document.head.append(element(file)));
      }
    };
    if (visit === 'login' && !document.hidden) {
      // Once the first screen is drawn: reading scripts beside it keeps a phone's screen blank, and gains nothing.
      requestAnimationFrame(() => setTimeout(ask));
    } else {
      ask();
    }
  }
  // Every call waits for it, so it is asked for while the app itself is still on its way; in a task of its own, because
  // the first question of a page takes as long as all of the above. Nobody may be listening yet.
  const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(10_000) : null; // Safari before 16 has none
  const config = new Promise((resolve) => {
    setTimeout(() => resolve(fetch('/app-config.json', { cache: 'no-store', signal, priority: 'low' })));
  });
  config.catch(() => undefined);
  Object.assign(globalThis, { earlyConfig: config });
}
