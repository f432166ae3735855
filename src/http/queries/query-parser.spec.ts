import { parseQuery } from './query-parser';

describe('parseQuery', () => {
  it('decodes escapes and collects repeated parameters', () => {
    expect({ ...parseQuery('language=de&language=fr&search=%C3%A9+a') }).toEqual({
      language: ['de', 'fr'],
      search: 'é a',
    });
  });

  it('returns the same object for equal queries, which nobody can change', () => {
    const query = parseQuery('format=json&language=de&language=fr');

    expect(parseQuery('format=json&language=de&language=fr')).toBe(query);
    expect(Object.isFrozen(query) && Object.isFrozen(query.language)).toBe(true);
  });

  it('does not keep long queries', () => {
    const long = `search=${'a'.repeat(300)}`;

    expect(parseQuery(long)).not.toBe(parseQuery(long));
  });
});
