import { databaseOutage } from './database-unavailable.error';

const errorWith = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('databaseOutage', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '08006', '57P01', '57P02', '57P03', '53300', '25006'])(
    'recognizes an outage by the code %s',
    (code) => expect(databaseOutage(errorWith(code))?.code).toBe('database_unavailable'),
  );

  it.each(['23505', '42P01', '57014', '53100', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
    'leaves the code %s to others',
    (code) => expect(databaseOutage(errorWith(code))).toBeUndefined(),
  );

  it('recognizes errors of the driver without a code, and a host with several addresses', () => {
    expect(databaseOutage(new Error('Connection terminated unexpectedly'))).toBeDefined();
    expect(databaseOutage(new AggregateError([errorWith('ECONNREFUSED'), errorWith('ETIMEDOUT')]))).toBeDefined();
    expect(databaseOutage(new Error('any'))).toBeUndefined();
    expect(databaseOutage('Connection terminated')).toBeUndefined();
  });
});
