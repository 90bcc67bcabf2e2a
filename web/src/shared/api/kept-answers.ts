/** An answer that the server may confirm instead of sending it again. */
interface Kept {
  etag: string;
  body: unknown;
}

/** Answers by address. The browser's own cache cannot do this: the cache-busting parameter makes each address new. */
export interface KeptAnswers {
  get: (key: string) => Kept | undefined;
  /** Keeps an answer, or drops what was kept when it has no ETag. */
  put: (key: string, etag: string | null, body: unknown) => void;
  clear: () => void;
}

/** Keeps up to `limit` answers and drops the longest unrefreshed. */
export function createKeptAnswers(limit = 100): KeptAnswers {
  const answers = new Map<string, Kept>();
  return {
    get: (key) => answers.get(key),
    put(key, etag, body) {
      answers.delete(key);
      if (etag !== null) {
        answers.set(key, { etag, body });
      }
      const [oldest] = answers.keys();
      if (answers.size > limit && oldest !== undefined) {
        answers.delete(oldest);
      }
    },
    clear: () => answers.clear(),
  };
}
