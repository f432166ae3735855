import { type KeyNode, nestKeys } from './key-tree';

type Json = string | null | Json[] | { [name: string]: Json };

const toJson = (node: KeyNode<string | null>): Json =>
  node.kind === 'leaf'
    ? node.value
    : node.kind === 'array'
      ? node.items.map(toJson)
      : Object.fromEntries(Array.from(node.members, ([name, child]) => [name, toJson(child)]));

/** Nests keys; those with the text null have none. */
const nest = (texts: Record<string, string | null>, omitsMissing: boolean): Json =>
  toJson(
    nestKeys(
      Object.entries(texts).map(([key, text]) => [key, text ?? '', text === null] as const),
      { missing: { gap: null, omitsMissing } },
    ),
  );

describe('nestKeys', () => {
  const missing = {
    'months[0]': null,
    'months[1]': 'Jan',
    'months[2]': null,
    'none[0]': null,
    'none[1]': null,
    'steps[0].text': null,
    'steps[1].text': 'Go',
    'steps[1].title': null,
    'table[0][0]': null,
    'table[1][0]': 'x',
    'gap[1]': null,
    'gap[2]': 'y',
    title: null,
  };

  it('keeps the places of items without a text, and omits everything else that has none', () => {
    expect(nest(missing, true)).toEqual({
      months: [null, 'Jan', null],
      steps: [null, { text: 'Go' }],
      table: [null, ['x']],
      'gap[2]': 'y',
    });
  });

  it('writes members without a text as empty ones, and items without a text as gaps', () => {
    expect(nest(missing, false)).toEqual({
      months: [null, 'Jan', null],
      none: [null, null],
      steps: [{ text: '' }, { text: 'Go', title: '' }],
      table: [[null], ['x']],
      'gap[1]': '',
      'gap[2]': 'y',
      title: '',
    });
  });

  it('leaves an item empty whose key has a text elsewhere, where a gap would be another text of the key', () => {
    const keys = [
      ['a[0].b', 'x'],
      ['a[1].b', '', true],
      ['a[1]', 'T', false, ['a[1]']],
      ['a[2].b', '', true],
      ['n.a[0][0]', '', true],
      ['n.a[0]', 'U', false, ['n', 'a[0]']],
      ['n.a[1][0]', 'y'],
    ] as const;
    const tree = nestKeys<string | null>(keys, { missing: { gap: null, omitsMissing: true } });
    expect(toJson(tree)).toEqual({
      a: [{ b: 'x' }, {}, null],
      'a[1]': 'T',
      n: { a: [[], ['y']], 'a[0]': 'U' },
    });
  });
});
