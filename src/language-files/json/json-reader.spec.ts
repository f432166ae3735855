import * as fc from 'fast-check';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import type { JsonHandler } from './json-handler';
import { visitJson } from './json-reader';
import { lastMember, readJson, type JsonNode } from './json-tree';
import { samples } from '../../../test/support/samples';

const noop = (): void => undefined;
const noopHandler: JsonHandler = {
  beginObject: noop,
  endObject: noop,
  beginArray: noop,
  endArray: noop,
  member: noop,
  scalar: noop,
};

function refusal(text: string): unknown {
  try {
    visitJson(text, noopHandler);
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Converts a tree to the value that `JSON.parse` returns. */
function plain(node: JsonNode): unknown {
  if (node.kind === 'object') return Object.fromEntries(node.members.map(({ name, value }) => [name, plain(value)]));
  if (node.kind === 'array') return node.items.map(plain);
  return node.kind === 'string' ? node.text : JSON.parse(node.text);
}

describe('readJson', () => {
  it('keeps duplicate names, their order and their positions', () => {
    const { members } = readJson('{\n  "a": 1,\r\n  "2": "x", "a": null\n}');
    expect(members).toEqual([
      { name: 'a', line: 2, column: 3, value: { kind: 'number', text: '1', line: 2, column: 8 } },
      { name: '2', line: 3, column: 3, value: { kind: 'string', text: 'x', line: 3, column: 8 } },
      { name: 'a', line: 3, column: 13, value: { kind: 'null', text: 'null', line: 3, column: 18 } },
    ]);
  });

  it('keeps numbers as written', () => {
    const numbers = ['1e400', '9007199254740993', '1.0', '-0', '0.10', '1E+2'];
    const { members } = readJson(`{"n": [${numbers.join(',')}]}`);
    expect(members[0]?.value).toMatchObject({ items: numbers.map((text) => ({ kind: 'number', text })) });
  });

  it('finds the last of several members with the same name', () => {
    expect(lastMember(readJson('{"a": 1, "b": 2, "a": 3}'), 'a')?.value).toMatchObject({ text: '3' });
    expect(lastMember(readJson('{}'), '__proto__')).toBeUndefined();
  });

  it('returns the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.nat(4), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(plain(readJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses exactly the texts that JSON.parse refuses', () => {
    const token = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '\\',
        '\\u00',
        '\\x',
        'null',
        'true',
        'False',
        'NaN',
        '-',
        '0',
        '1',
      ],
      ...[
        '.5',
        'e',
        '+',
        '//',
        '/*',
        '*/',
        ' ',
        '\n',
        '\t',
        '\f',
        '\u00a0',
        '\u2028',
        '\ufeff',
        "'",
        '\u0001',
        '"\u0001"',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = `{"a": ${tokens.join('')}}`;
        const expected = ((): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        const error = refusal(text);
        expect(error === undefined).toBe(expected);
        if (error !== undefined) expect(error).toBeInstanceOf(MalformedFileError);
      }),
      { numRuns: samples(3000) },
    );
  });
});

describe('visitJson', () => {
  it.each([
    ['an empty text', '', 1, 1],
    ['only white space', '\n  ', 2, 3],
    ['an array as root', '\n ["a"]', 2, 2],
    ['a text as root', '"a"', 1, 1],
    ['null as root', 'null', 1, 1],
    ['a comment', '{\n  // no\n  "a": "b"\n}', 2, 3],
    ['a comment at the end', '{}\n/* no */', 2, 1],
    ['a trailing comma', '{"a": "b",\n}', 2, 1],
    ['a missing comma', '{"a": "b"\n "c": "d"}', 2, 2],
    ['an open string', '{"a": "b\n}', 1, 7],
    ['an unknown escape', '{"a": "\\x"}', 1, 7],
    ['a control character in a string', '{"a": "\u0001"}', 1, 7],
    ['a name without quotes', '{a: "b"}', 1, 2],
    ['a leading zero', '{"a": 01}', 1, 8],
    ['two roots', '{}\n{}', 2, 1],
    ['an open object', '{"a": {}', 1, 9],
  ])('refuses %s and reports the position', (_name, text, line, column) => {
    const error = refusal(text);
    expect(error).toBeInstanceOf(MalformedFileError);
    expect(error).toMatchObject({ position: { line, column } });
  });

  it('reads 100 levels and refuses the 101st with its position', () => {
    const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
    expect(refusal(nested(100))).toBeUndefined();
    expect(refusal(nested(101))).toMatchObject({ code: 'limit_exceeded', position: { line: 1, column: 501 } });
  });

  it('refuses deeply nested texts without a stack overflow', () => {
    for (const text of ['{"a":'.repeat(100_000), `{"a":${'['.repeat(1_000_000)}`]) {
      expect(refusal(text)).toBeInstanceOf(FileLimitError);
    }
  });

  it.each([
    ['a string', `{\n "a": "${'x'.repeat(1_000_000)}"}`, 2, 7],
    ['a string of escapes', `{\r\n\r\n"${'\\"'.repeat(500_000)}": ""}`, 3, 1],
    ['white space', `{${' \t'.repeat(600_000)}}`, 1, 2],
  ])('limits the length of %s', (_name, text, line, column) => {
    expect(refusal(text)).toMatchObject({ code: 'limit_exceeded', position: { line, column } });
  });

  it('reads the longest text that can be stored, even if every character is escaped', () => {
    expect(refusal(`{"a": "${'\\u0041'.repeat(65_536)}"}`)).toBeUndefined();
  });

  it('limits the number of values', () => {
    expect(refusal(`{"a":[${'0,'.repeat(2_000_000)}0]}`)).toMatchObject({ code: 'limit_exceeded' });
  });
});
