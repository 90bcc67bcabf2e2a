const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/u, 'WeChat'],
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\/|Opera/u, 'Opera'],
  [/SamsungBrowser/u, 'Samsung Internet'],
  [/Firefox|FxiOS/u, 'Firefox'],
  [/Chrome|CriOS/u, 'Chrome'],
  [/Safari/u, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/u, 'HarmonyOS'],
  [/Android/u, 'Android'],
  [/iPhone|iPod/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Windows/u, 'Windows'],
  [/Mac OS X|Macintosh/u, 'macOS'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux/u, 'Linux'],
];

const first = (agent: string, known: readonly (readonly [RegExp, string])[]): string =>
  known.find(([pattern]) => pattern.test(agent))?.[1] ?? '';

/** Recognises browser and system from a user agent. The order matters: every browser also claims to be its rivals. */
export function deviceOf(agent: string): { browser: string; system: string; phone: boolean } {
  return {
    browser: first(agent, browsers),
    system: first(agent, systems),
    phone: /Mobile|Android|iPhone|HarmonyOS/u.test(agent),
  };
}
