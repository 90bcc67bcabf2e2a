import { cleanup, configure } from '@testing-library/react';
import { BroadcastChannel as Channel } from 'node:worker_threads';
import { afterEach, beforeAll } from 'vitest';
import { readyMessages } from './messages';

// Test files run in threads of one process, where a channel reaches every thread: each file gets channels of its own.
const mark = crypto.randomUUID();
class OwnChannel extends Channel {
  constructor(name: string) {
    super(`${name} ${mark}`);
  }
}
Object.assign(globalThis, { BroadcastChannel: OwnChannel });

beforeAll(readyMessages);

// A busy machine compiles a page for a long time when a test opens it first.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  if (typeof document !== 'undefined') {
    cleanup();
    localStorage.clear();
  }
});
