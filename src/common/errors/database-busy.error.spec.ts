import { databaseBusy } from './database-busy.error';

const errorWith = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('databaseBusy', () => {
  it.each(['40001', '40P01', '55P03', '57014'])(
    'recognizes by the code %s that others kept a statement waiting',
    (code) => {
      const cause = errorWith(code);
      expect(databaseBusy(cause)).toMatchObject({
        code: 'busy',
        status: 429,
        cause,
        options: { headers: { 'retry-after': '5' } },
      });
    },
  );

  it.each(['23505', '53100', '57P01', 'ECONNREFUSED'])('leaves the code %s to others', (code) =>
    expect(databaseBusy(errorWith(code))).toBeUndefined(),
  );
});
