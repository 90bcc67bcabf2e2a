import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, the slowest first: if one started last, it would run alone in the end while the other workers
 * wait.
 */
const longest = ['every-page-desktop', 'every-page-phone', 'sideways', 'college', 'watching', 'planning', 'folder'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? longest.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
