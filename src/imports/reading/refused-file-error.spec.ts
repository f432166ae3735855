import { toFileRefusal } from './refused-file-error';

/** Returns what a function throws. */
function catchError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('toFileRefusal', () => {
  it('turns the stack overflow of a parser into a limit', () => {
    const recurse = (depth: number): number => recurse(depth + 1) + 1;
    expect(
      toFileRefusal(
        catchError(() => recurse(0)),
        'de.yml',
      ),
    ).toEqual({
      code: 'limit_exceeded',
      detail: '"de.yml": the file is nested too deeply',
      errors: [{ code: 'limit_exceeded', detail: 'the file is nested too deeply' }],
    });
  });

  it('leaves other errors alone', () => {
    expect(toFileRefusal(new RangeError('Invalid array length'))).toBeUndefined();
  });
});
