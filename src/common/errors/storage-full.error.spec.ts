import { storageFull } from './storage-full.error';

const errorWith = (code: unknown): Error => Object.assign(new Error('failed'), { code });

describe('storageFull', () => {
  it.each(['53000', '53100', '53200', '53400', 'ENOSPC', 'EDQUOT'])(
    'recognizes an exhausted resource by the code %s',
    (code) => {
      const cause = errorWith(code);
      expect(storageFull(cause)).toMatchObject({ code: 'storage_full', status: 400, cause });
    },
  );

  it.each(['53300', '23505', '57014', 'ENOENT', undefined, 53_100])('leaves the code %s to others', (code) =>
    expect(storageFull(errorWith(code))).toBeUndefined(),
  );

  it('leaves what is no error to others', () => expect(storageFull('ENOSPC')).toBeUndefined());
});
