import { cleanup, configure } from '@testing-library/react';
import { BroadcastChannel as Channel } from 'node:worker_threads';
import { afterEach, beforeAll } from 'vitest';
import { readyMessages } from './messages';

// Test files run in threads of one process and would share channels, so each file gets its own.
const mark = crypto.randomUUID();
class OwnChannel extends Channel {
  constructor(name: string) {
    super(`${name} ${mark}`);
  }
}
Object.assign(globalThis, { BroadcastChannel: OwnChannel });

beforeAll(readyMessages);

// The first test to open a page waits for its compilation, which takes long on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  if (typeof document !== 'undefined') {
    cleanup();
    localStorage.clear();
  }
});
