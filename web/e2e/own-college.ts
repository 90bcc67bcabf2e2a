import { beforeAll, inject } from 'vitest';
import { startCopy } from './college';

let url = '';

/** The address of this file's college. */
export function collegeUrl(): string {
  return url;
}

/** Gives a file its own college, so that no test sees another file's data. */
export function startOwnCollege(): void {
  beforeAll(async () => {
    const college = await startCopy({ data: inject('demo'), logins: inject('logins') });
    ({ url } = college);
    return college.stop;
  });
}
