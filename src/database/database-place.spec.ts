import { databasePlace, describePlace } from './database-place';

describe('databasePlace', () => {
  it.each([
    ['postgres://me:hunter2@db.example:5433/texts?sslmode=verify-full', 'db.example:5433', 'texts'],
    ['postgresql://me:hunter2@db.example/texts', 'db.example:5432', 'texts'],
    ['postgres://me:hunter2@[::1]/texts', '::1:5432', 'texts'],
    ['postgres://me:hunter2@/texts?host=/run/postgresql', '/run/postgresql', 'texts'],
    ['postgres://me:hunter2@db.example', 'db.example:5432', 'me'],
  ])('returns host and database of %s, but not the password', (url, host, name) => {
    const place = databasePlace(url);
    expect(place).toEqual({ kind: 'server', host, name });
    expect(describePlace(place, '')).toBe(`PostgreSQL at ${host}, database ${name}`);
  });

  it('names the folder of an embedded database to people only', () => {
    expect(databasePlace(undefined)).toEqual({ kind: 'embedded', host: null, name: null });
    expect(describePlace(databasePlace(undefined), '/data')).toBe('embedded, in /data');
  });
});
