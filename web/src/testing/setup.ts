import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { readyMessages } from './messages';

beforeAll(readyMessages);

afterEach(() => {
  if (typeof document !== 'undefined') {
    cleanup();
    localStorage.clear();
  }
});
