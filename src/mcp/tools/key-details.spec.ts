import type { KeyContext } from '../../keys/key-context';
import type { KeyNeighbours } from '../../keys/key-neighbours';
import type { KeySuggestions } from '../../memory/key-suggestions';
import type { ShownKey } from '../shown-key';
import type { ToolCaller } from '../tool';
import { bytesOf, MAX_RESULT_BYTES } from '../tool-result';
import { KeyDetails } from './key-details';
import { KeyHints } from './key-hints';

interface Shown {
  keys: (ShownKey & { memory?: object[]; terms?: object[] })[];
  missingHints?: string[];
  cutLists?: string[];
  more?: string;
}

/** Shows keys, each of which has three suggestions with two texts of `length` characters, and so many terms. */
async function show(keys: ShownKey[], length: number, termCount: number): Promise<Shown> {
  const text = 'y'.repeat(length);
  const memory = { kind: 'memory', text, source: text, match: 1, from: { reviewed: true } };
  const suggestions = {
    ofKey: () => Promise.resolve({ suggestions: [memory, memory, memory], machine: { error: null } }),
  };
  return showWith(suggestions as unknown as KeySuggestions, keys, { memory: 'de' }, termCount);
}

async function showWith(
  suggestions: Pick<KeySuggestions, 'ofKey'>,
  keys: ShownKey[],
  asked: { memory: string; machine?: boolean },
  termCount = 0,
): Promise<Shown> {
  const term = { term: 'file', translations: ['Datei'], definition: null, doNotTranslate: false, forbidden: false };
  const contexts = { of: () => Promise.resolve({ terms: Array.from({ length: termCount }, () => term) }) };
  const hints = new KeyHints(suggestions as KeySuggestions, contexts as unknown as KeyContext);
  const details = new KeyDetails({ of: () => Promise.resolve(new Map()) } as unknown as KeyNeighbours, hints);
  const named = { names: keys.map(({ key }) => key), keys, hasMore: false, revision: 123_456 };
  return (await details.show('p', named, asked, {} as ToolCaller)) as Shown;
}

const given = (count: number, nameLength: number, textLength: number): ShownKey[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ key: `${String(i).padStart(2, '0')}${'k'.repeat(nameLength - 2)}`, id: `id-${i}` },
    ...{ texts: { en: 'a'.repeat(textLength) }, states: { en: 'translated' as const } },
  }));

describe('the details of keys', () => {
  it.each([0, 3, 20])(
    'with suggestions and %s terms of each have room, and name the keys whose hints have none',
    async (terms) => {
      for (let length = 500; length < 800; length++) {
        const shown = await show(given(20, 2, 400), length, terms);
        expect(bytesOf(shown)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
        expect(shown.cutLists).toBeUndefined();
        const incomplete = shown.keys.filter((key) => key.memory?.length !== 3 || (key.terms ?? []).length !== terms);
        expect(shown.missingHints ?? []).toEqual(incomplete.map(({ key }) => key));
      }
    },
  );

  it('with long names leave room for the names of the keys that have no hints', async () => {
    for (let length = 1_300; length < 2_000; length += 50) {
      const shown = await show(given(50, 300, length), 400, 1);
      expect(bytesOf(shown)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
      expect(shown.cutLists).toBeUndefined();
      expect(shown.missingHints?.at(-1)).toBe(shown.keys.at(-1)?.key);
    }
  });

  it('name the keys that a slow machine is not asked for', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const asked: string[] = [];
    const ofKey: KeySuggestions['ofKey'] = (_principal, id, { machine }) => {
      if (machine) {
        asked.push(id);
        now += 3_000;
      }
      return Promise.resolve({ suggestions: [], complete: true, machine: { provider: 'openai', error: null } });
    };
    const keys = given(6, 2, 10);
    const shown = await showWith({ ofKey }, keys, { memory: 'de', machine: true });
    expect(asked).toEqual(['id-0', 'id-1', 'id-2', 'id-3']);
    expect(shown.missingHints).toEqual(keys.slice(4).map(({ key }) => key));
    expect(shown.more).toContain('missingHints');
  });
});
