import { RevisionPrunedError } from '../../common/errors/revision-pruned.error';
import { UnknownRevisionError } from '../../common/errors/unknown-revision.error';
import { assertKept, assertReached } from './revision';

describe('assertReached', () => {
  it.each([undefined, 0, 9, 10])('accepts revision %s of a project at revision 10', (asked) => {
    expect(() => assertReached('10', asked)).not.toThrow();
  });

  it('refuses a later revision', () => {
    expect(() => assertReached('10', 11)).toThrow(UnknownRevisionError);
  });
});

describe('assertKept', () => {
  it.each([undefined, 10, 11])('accepts revision %s where the history begins with revision 10', (asked) => {
    expect(() => assertKept('10', asked)).not.toThrow();
  });

  it.each([0, 9])('refuses revision %d, which is older', (asked) => {
    expect(() => assertKept('10', asked)).toThrow(RevisionPrunedError);
  });
});
