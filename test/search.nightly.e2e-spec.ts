import fc from 'fast-check';
import { Database } from '../src/database/database';
import { containsText, searchPatterns } from '../src/database/search-pattern';
import { SearchIndexes } from '../src/keys/search/search-indexes';
import { Signatures } from '../src/keys/search/signatures';
import { trigramsOf } from '../src/keys/search/trigrams';
import type { Client, Json } from './support/client';
import { type Replicas, startReplicas } from './support/replicas';
import { type RunningApp, startApp } from './support/start-app';

/** Searches of projects with more keys use an index. */
const KEYS = 1_200;
/** More changes than an index takes in. */
const MANY_CHANGES = 5_100;

const [ID, OTHER_ID] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'] as const;

interface Project {
  id: string;
  api: Client;
  keyIds: string[];
  secret: string;
}

const importTexts = async ({ id, api }: Project, texts: Record<string, string>, language = 'en'): Promise<void> => {
  const path = `projects/${id}/import?format=json&language=${language}`;
  expect(await api.post(path, undefined, { body: JSON.stringify(texts) })).toMatchObject({ status: 200 });
};

/** A project with the keys k0 to k1199 and three named ones, whose index has not been built. */
async function givenLarge({ given }: RunningApp): Promise<Project> {
  const { id, api, organization } = await given.project({ targetLanguages: ['de', 'el'] });
  const project = { id, api, keyIds: [] as string[], secret: organization.secret };
  await importTexts(project, Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`k${i}`, `Text no. ${i}`])));
  for (const [name, translations] of Object.entries({ north: { de: 'Zephyr' }, south: { el: 'ΟΔΟΣ' }, west: {} })) {
    const { body } = await api.post(`projects/${id}/keys`, { name, value: `The ${name} wind`, translations });
    project.keyIds.push(body.key.id);
  }
  return project;
}

const names = async ({ id }: Project, api: Client, text: string, query = ''): Promise<string[]> => {
  const { status, body } = await api.get(`projects/${id}/keys?search=${encodeURIComponent(text)}${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.keys.map(({ name }: Json) => name);
};

describe('a search of a project with many keys', () => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await startReplicas();
  });
  afterAll(() => replicas.close());

  /** A project whose index both replicas have built. */
  async function givenIndexed(): Promise<Project> {
    const project = await givenLarge(replicas.one);
    await buildIndexes(project);
    return project;
  }

  async function buildIndexes(project: Project): Promise<void> {
    for (const replica of [replicas.one, replicas.other]) {
      await names(project, replica.operator.as(project.secret), 'zephyr');
      await replica.app.get(SearchIndexes).built();
    }
  }

  /** Searches on both replicas by the index. */
  async function search(project: Project, text: string, query = ''): Promise<string[]> {
    const found: string[][] = [];
    for (const replica of [replicas.one, replicas.other]) {
      const { counters } = replica.app.get(SearchIndexes);
      const before = counters.indexed;
      found.push(await names(project, replica.operator.as(project.secret), text, query));
      expect(counters.indexed).toBe(before + 1);
    }
    expect(found[1]).toEqual(found[0]);
    return found[0] ?? [];
  }

  it('is answered by comparison first, and builds an index once', async () => {
    const project = await givenLarge(replicas.one);
    const indexes = replicas.one.app.get(SearchIndexes);
    const [{ builds, scans }, bytes] = [{ ...indexes.counters }, indexes.bytes];
    expect(await names(project, project.api, 'ZEPHYR')).toEqual(['north']);
    expect(indexes.counters.scans).toBe(scans + 1);
    const found = await Promise.all(Array.from({ length: 5 }, () => names(project, project.api, 'ZEPHYR')));
    expect(found).toEqual(Array.from({ length: 5 }, () => ['north']));
    await indexes.built();
    const { indexed } = indexes.counters;
    expect(await names(project, project.api, 'ZEPHYR')).toEqual(['north']);
    expect(indexes.counters).toMatchObject({ builds: builds + 1, indexed: indexed + 1 });
    expect(indexes.bytes).toBeGreaterThan(bytes);
  });

  it('finds names and texts in every language, whatever their case is, and only these', async () => {
    const project = await givenIndexed();
    expect(await search(project, 'zEPH')).toEqual(['north']);
    expect(await search(project, 'οδος')).toEqual(['south']);
    expect(await search(project, 'οδοσ')).toEqual(['south']);
    expect(await search(project, 'WEST')).toEqual(['west']);
    await importTexts(project, { k9: 'Ostro\u0308m' }, 'de');
    expect(await search(project, 'OSTRÖM')).toEqual(['k9']);
    expect(await search(project, 'ostro\u0308')).toEqual(['k9']);
    expect(await search(project, 'th wind')).toEqual(['north', 'south']);
    expect(await search(project, 'zephyrs')).toEqual([]);
    expect(await search(project, 'Zep%yr')).toEqual([]);
  });

  it('is narrowed down by other filters, counted, sorted and paged', async () => {
    const project = await givenIndexed();
    expect(await search(project, 'wind', '&untranslated=de')).toEqual(['south', 'west']);
    expect(await search(project, 'wind', '&sort=-updatedAt')).toEqual(['west', 'south', 'north']);
    const path = `projects/${project.id}/keys?search=wind&limit=2&total=true`;
    const { body } = await project.api.get(path);
    expect(body).toMatchObject({ total: 3, keys: [{ name: 'north' }, { name: 'south' }] });
    expect((await project.api.get(`${path}&cursor=${body.nextCursor}`)).body.keys).toMatchObject([{ name: 'west' }]);
  });

  it('fills pages where many keys contain the text', async () => {
    const project = await givenIndexed();
    expect(await names(project, project.api, 'text no.', '&limit=200')).toHaveLength(200);
    expect(await names(project, project.api, 'x', '&limit=200')).toHaveLength(200);
  });

  it('finds what the last write set, and not what it removed', async () => {
    const project = await givenIndexed();
    const [north, south] = project.keyIds;
    await project.api.put(`keys/${north}`, { translations: { de: 'Nordwind' } });
    expect(await search(project, 'zephyr')).toEqual([]);
    expect(await search(project, 'nordwind')).toEqual(['north']);
    await project.api.put(`keys/${south}`, { name: 'antarctic' });
    expect(await search(project, 'antarc')).toEqual(['antarctic']);
    await project.api.post(`projects/${project.id}/keys`, { name: 'east', value: 'Zephyr' });
    expect(await search(project, 'zephyr')).toEqual(['east']);
    await importTexts(project, { k7: 'Sirocco' }, 'de');
    expect(await search(project, 'sirocco')).toEqual(['k7']);
  });

  it('finds what an undo and a restoration bring back', async () => {
    const project = await givenIndexed();
    const path = `projects/${project.id}`;
    const { revision } = (await project.api.get(path)).body.project;
    await project.api.delete(`keys/${project.keyIds[0]}`);
    expect(await search(project, 'zephyr')).toEqual([]);
    await names(project, project.api, 'north');
    expect((await project.api.post(`${path}/changes/${revision + 1}/undo`, {})).status).toBe(200);
    expect(await search(project, 'zephyr')).toEqual(['north']);
    await project.api.put(`keys/${project.keyIds[0]}`, { name: 'arctic', translations: { de: null } });
    expect(await search(project, 'zephyr')).toEqual([]);
    expect((await project.api.post(`${path}/restore`, { revision })).status).toBe(200);
    expect(await search(project, 'zephyr')).toEqual(['north']);
    expect(await search(project, 'north')).toEqual(['north']);
  });

  it('finds what an undo brings back that was gone when the index was built', async () => {
    const project = await givenLarge(replicas.one);
    const path = `projects/${project.id}`;
    await project.api.delete(`keys/${project.keyIds[0]}`);
    const { revision } = (await project.api.get(path)).body.project;
    await buildIndexes(project);
    expect(await search(project, 'zephyr')).toEqual([]);
    expect((await project.api.post(`${path}/changes/${revision}/undo`, {})).status).toBe(200);
    expect(await search(project, 'zephyr')).toEqual(['north']);
    expect(await search(project, 'north')).toEqual(['north']);
  });

  it('compares all texts after many changes, and builds the index anew', async () => {
    const project = await givenIndexed();
    const indexes = replicas.one.app.get(SearchIndexes);
    await importTexts(project, Object.fromEntries(Array.from({ length: MANY_CHANGES }, (_, i) => [`n${i}`, 'New'])));
    await importTexts(project, { k1: 'Mistral' });
    const { builds, scans } = indexes.counters;
    expect(await names(project, project.api, 'mistral')).toEqual(['k1']);
    expect(indexes.counters).toMatchObject({ builds: builds + 1, scans: scans + 1 });
    await indexes.built();
    expect(await names(project, project.api, 'mistral')).toEqual(['k1']);
    expect(indexes.counters).toMatchObject({ builds: builds + 1, scans: scans + 1 });
  });

  it('finds the texts of each moment while others write, and while the index is built', async () => {
    const project = await givenLarge(replicas.one);
    const searches: Promise<string[]>[] = [];
    for (let i = 0; i < 30; i++) {
      await project.api.put(`keys/${project.keyIds[i % 3]}`, { translations: { de: `Foehn ${i}` } });
      searches.push(names(project, project.api, `foehn ${i}`), names(project, project.api, 'text no. 77'));
      expect(await names(project, project.api, `foehn ${i}`)).toEqual([['north', 'south', 'west'][i % 3]]);
    }
    const found = await Promise.all(searches);
    const expected = (await names(project, project.api, 'text no. 77')).length;
    for (let i = 1; i < found.length; i += 2) expect(found[i]).toHaveLength(expected);
  });

  it('is by comparison where the index does not fit into the memory', async () => {
    const small = await startApp({ searchIndexBytes: 1_000 });
    try {
      const project = await givenLarge(small);
      const indexes = small.app.get(SearchIndexes);
      for (let i = 0; i < 3; i++) {
        expect(await names(project, project.api, 'zephyr')).toEqual(['north']);
        await indexes.built();
      }
      expect(indexes.counters).toEqual({ builds: 1, indexed: 0, scans: 3 });
    } finally {
      await small.close();
    }
  });

  describe('by trigrams', () => {
    /** Returns for each text whether it contains the searched text, by the rule of the database. */
    async function contains(pairs: readonly (readonly [text: string, searched: string])[]): Promise<boolean[]> {
      const texts = pairs.map(([text]) => text);
      const patterns = pairs.map(([, searched]) => searchPatterns(searched));
      const condition = containsText('p.text', ['p.pattern', 'p.coarse']);
      const sql = `SELECT ${condition} AS found
        FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p (text, pattern, coarse, place) ORDER BY place`;
      const values = [texts, patterns.map(([pattern]) => pattern), patterns.map(([, coarse]) => coarse)];
      return (await replicas.one.app.get(Database).rows<{ found: boolean }>(sql, values)).map(({ found }) => found);
    }

    async function isCandidate(text: string, searched: string): Promise<boolean> {
      const trigrams = trigramsOf([searched]);
      if (!trigrams?.length) return true;
      const wanted = Uint32Array.from(trigrams);
      const signatures = new Signatures();
      signatures.add(ID, trigramsOf([text, 'and another one']));
      signatures.add(OTHER_ID, trigramsOf(['']));
      return (await signatures.find(wanted, 2))?.length === 1;
    }

    /** Returns the pairs of which the database says that one contains the other, and expects these to be candidates. */
    async function expectCandidates(pairs: readonly (readonly [text: string, searched: string])[]): Promise<number> {
      const found = await contains(pairs);
      const contained = pairs.filter((_, i) => found[i]);
      for (const [text, searched] of contained) {
        if (!(await isCandidate(text, searched))) throw new Error(JSON.stringify([text, searched]));
      }
      return contained.length;
    }

    it('finds each letter in each case that the database takes for the same', async () => {
      const letters: string[] = [];
      for (let code = 0x80; code <= 0x10_ffff; code++) {
        const letter = String.fromCodePoint(code);
        const isCased = letter.toLowerCase() !== letter || letter.toUpperCase() !== letter;
        if (isCased && letter.isWellFormed()) letters.push(letter);
      }
      const pairs = letters.flatMap((letter) => {
        const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()]);
        return [...forms].flatMap((text) => [...forms].map((other) => [`ab${text}cd`, `b${other}c`] as const));
      });
      expect(await expectCandidates(pairs)).toBeGreaterThan(letters.length * 2);
    });

    it('finds all that the database finds, in texts of every script', async () => {
      const odd = fc.constantFrom(...'ΣσςİıIiKkÅåßẞſsǅǆﬀµμΩωᲐაᏣꭳ𐐀𐐨ÀÀ', 'i̇', '\u{378}', '\u{1fae9}');
      const composed = fc.constantFrom(
        ...'éǰếạ́ブ한बड़=≠;;`\u1FEF\u0301\u0323\u0338\u3099\u093C豈豈',
        'か\u3099',
        '\u0301'.repeat(31),
        '='.repeat(31),
      );
      const form = fc.constantFrom('NFC', 'NFD');
      const character = fc.oneof(
        odd,
        fc.tuple(composed, form).map(([one, as]) => one.normalize(as)),
        fc.string({ unit: 'grapheme', maxLength: 1 }),
        fc.string({ unit: 'binary', maxLength: 1 }),
      );
      const text = fc.array(character, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', ''));
      const pair = fc
        .tuple(text, fc.nat(8), fc.nat(8), fc.constantFrom('toLowerCase', 'toUpperCase', 'toString'), fc.option(form))
        .map(([whole, start, length, change, as]) => {
          const searched = [...whole].slice(start, start + length + 1).join(''); // prettier-ignore
          const changed = searched[change as 'toLowerCase']();
          return [whole, as ? changed.normalize(as) : changed] as const;
        });
      let found = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(pair, { minLength: 200, maxLength: 200 }), async (pairs) => {
          found += await expectCandidates(pairs);
        }),
        { numRuns: 50 },
      );
      expect(found).toBeGreaterThan(5_000);
    });
  });
});
