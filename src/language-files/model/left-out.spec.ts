import type { FileToWrite } from './codec';
import type { EntryToWrite } from './entry';
import { codecById } from './registry';
import type { Warning } from './warnings';
import { writeFile } from '../template/write-file';

const PLURAL: EntryToWrite['value'] = {
  ...{ type: 'cardinal', arg: 'count', exact: new Map() },
  forms: new Map([['one', '1'], ['other', '2']]), // prettier-ignore
};

function write(
  format: string,
  texts: Record<string, EntryToWrite['value']>,
  template?: string,
): { text: string; leftOut: (string | undefined)[]; codes: string[] } {
  const codec = codecById(format);
  if (!codec) throw new Error(`there is no format ${format}`);
  const warnings: Warning[] = [];
  const file: FileToWrite = {
    ...{
      language: 'en',
      languages: ['en'],
      sourceLanguage: 'en',
      projectName: 'P',
      leavesOutUnwritable: true,
      omitsMissing: true,
    },
    ...(template !== undefined && {
      template: { bytes: Buffer.from(template), isForeign: false },
    }),
    entries: Object.entries(texts).map(([key, value]) => ({ key, value })),
    warn: (warning) => warnings.push(warning),
  };
  const text = Buffer.concat([...writeFile(codec, file)].map((chunk) => Buffer.from(chunk))).toString();
  return { text, leftOut: warnings.map(({ key }) => key), codes: [...new Set(warnings.map(({ code }) => code))] };
}

describe('a file that leaves out what its format cannot hold', () => {
  it('has the plural, and not the text that i18next would read as a form of it', () => {
    const { text, leftOut, codes } = write('i18next', { k: PLURAL, 'k_few.x': 'x', k_one: 'x', other: 'y' });
    expect(JSON.parse(text)).toEqual({ k_one: '1', k_other: '2', other: 'y' });
    expect({ leftOut, codes }).toEqual({ leftOut: ['k_one', 'k_few.x'], codes: ['plural_conflict'] });
  });

  it('has no Fluent term without a value, with all of its attributes', () => {
    const { text, leftOut } = write('fluent', { '-brand.case': 'a', '-brand.gender': 'b', 'a b': 'c', title: 'd' });
    expect(text).toBe('title = d\n');
    expect(leftOut).toEqual(['a b', '-brand.case', '-brand.gender']);
  });

  it('has no Android array that cannot be written, with none of its items', () => {
    const { text, leftOut } = write('android', { 'a[0]': 'x', 'a[5000]': 'x', b: 'y', 'not a name': 'z' });
    expect(text).not.toContain('string-array');
    expect(text).toContain('<string name="b">y</string>');
    expect(leftOut).toEqual(['a[0]', 'a[5000]', 'not a name']);
  });

  it('has the layout of its template', () => {
    const template = '{ "other": "y",   "k_other": "2", "k_one": "1", "k_few": "old" }';
    const { text, leftOut, codes } = write('i18next', { k: PLURAL, k_few: 'x', other: 'z' }, template);
    expect(text).toBe('{ "other": "z",   "k_other": "2", "k_one": "1" }');
    expect({ leftOut, codes }).toEqual({ leftOut: ['k_few'], codes: ['plural_conflict'] });
  });
});
