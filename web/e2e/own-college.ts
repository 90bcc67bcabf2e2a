import { beforeAll, inject } from 'vitest';
import { startCopy } from './college';

let url = '';

/** Where the college of this file is. */
export function collegeUrl(): string {
  return url;
}

/** Gives a file a college of its own, so that no test meets what another file left behind. */
export function startOwnCollege(): void {
  beforeAll(async () => {
    const college = await startCopy({ data: inject('demo'), logins: inject('logins') });
    ({ url } = college);
    return college.stop;
  });
}
