/** An answer that the server may confirm by its ETag instead of sending it again. */
interface CachedAnswer {
  etag: string;
  body: unknown;
}

/** Answers by address. The browser's own cache can't do this: the cache-busting parameter makes every address new. */
export interface EtagCache {
  get: (key: string) => CachedAnswer | undefined;
  /** Stores an answer, or removes the stored one if there is no ETag. */
  put: (key: string, etag: string | null, body: unknown) => void;
  clear: () => void;
}

/** Holds up to `limit` answers and evicts the one refreshed longest ago. */
export function createEtagCache(limit = 100): EtagCache {
  const answers = new Map<string, CachedAnswer>();
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
