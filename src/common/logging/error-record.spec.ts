import { QueryFailedError } from 'typeorm';
import { errorRecord } from './error-record';

const failedQuery = (code: string, message: string): Error =>
  new QueryFailedError(
    'UPDATE translations SET text = $1',
    ['a text of a tenant'],
    Object.assign(new Error(message), { code, detail: 'Key (text)=(a text of a tenant) exists', constraint: 'uq' }),
  );

describe('errorRecord', () => {
  it('returns the type, message, code and stack frames of an error', () => {
    const record = errorRecord(Object.assign(new TypeError('x is not a function'), { code: 'E_X' }));
    expect(record).toMatchObject({ type: 'TypeError', message: 'x is not a function', code: 'E_X' });
    expect(record.stack).toMatch(/^ {4}at .*error-record\.spec\.ts/);
  });

  it('omits the parameters and the details of a failed query', () => {
    const record = errorRecord(failedQuery('23505', 'duplicate key value violates unique constraint "uq"'));
    expect(record).toMatchObject({
      code: '23505',
      constraint: 'uq',
      message: expect.stringContaining('duplicate key'),
    });
    expect(JSON.stringify(record)).not.toContain('a text of a tenant');
  });

  it.each([
    ['PostgreSQL', failedQuery('22P02', 'invalid input syntax for type uuid: "a text of a tenant"')],
    ['JSON.parse', syntaxError()],
  ])('omits the message of an error in which %s quotes its input', (_, error) => {
    expect(JSON.stringify(errorRecord(error))).not.toContain('a text of');
  });

  it('returns at most four levels of causes', () => {
    let error = new Error('innermost');
    for (let depth = 0; depth < 20; depth++) error = new Error(`level ${depth}`, { cause: error });
    const record = errorRecord(error);
    expect(record.cause?.message).toBe('level 18');
    expect(record.cause?.cause?.cause?.cause?.cause).toBeUndefined();
  });

  it('accepts a thrown value that is not an Error', () => {
    expect(errorRecord('a text')).toEqual({ type: 'string', message: 'not an error', stack: '' });
  });
});

function syntaxError(): Error {
  try {
    return JSON.parse('a text of a tenant') as never;
  } catch (error) {
    return error as Error;
  }
}
