import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import german from '../dashboard/src/answers/de.json';
import { TRUE_FINDINGS } from '../src/checks/contract/true-findings.contract';
import { CHECK_CODES } from '../src/checks/finding';
import { ERROR_CATALOGUE, FIELD_ERROR_CODES } from '../src/common/errors/catalogue';
import { errorParams, findingParams, warningParams } from '../src/common/sentences';
import { FIELD_ERROR_SENTENCES } from '../src/common/sentences/field-error-sentences';
import { FINDING_SENTENCES } from '../src/common/sentences/finding-sentences';
import { PROBLEM_SENTENCES } from '../src/common/sentences/problem-sentences';
import { parameterNames, readParams, type SentencesByCode } from '../src/common/sentences/sentence';
import { WARNING_SENTENCES } from '../src/common/sentences/warning-sentences';
import { codecs } from '../src/language-files';

const errorCodes = [...Object.keys(ERROR_CATALOGUE), ...FIELD_ERROR_CODES];
const errorSentences: SentencesByCode = { ...FIELD_ERROR_SENTENCES, ...PROBLEM_SENTENCES };

/** The codes with which the sources make warnings. */
function writtenCodes(): Set<string> {
  const codes = new Set<string>();
  for (const folder of ['language-files', 'imports', 'exports']) {
    const root = join(__dirname, '../src', folder);
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || /\.(spec|contract|dto)\.ts$/.test(file)) continue;
      const source = readFileSync(join(root, file), 'utf8');
      for (const [, code = ''] of source.matchAll(
        /(?:\b(?:warn|report)\w*\(\s*|\bcode(?:: | = )|warn\(\{ code: )'([a-z0-9_]+)'/g,
      )) {
        codes.add(code);
      }
    }
  }
  return codes;
}

describe.each<[keyof typeof german & ('findings' | 'warnings' | 'errors'), readonly string[], SentencesByCode]>([
  ['findings', CHECK_CODES, FINDING_SENTENCES],
  ['errors', errorCodes, errorSentences],
  ['warnings', Object.keys(WARNING_SENTENCES), WARNING_SENTENCES],
])('the German texts of %s', (kind, codes, sentences) => {
  const texts: Record<string, string> = german[kind];
  const expected = codes.flatMap((code) => {
    const reasons = (sentences[code] ?? []).map(([reason]) => reason);
    return [
      ...(reasons.includes('') || reasons.length === 0 ? [code] : []),
      ...reasons.filter(Boolean).map((reason) => `${code}_${reason}`),
    ];
  });

  it('have each sentence of each code', () => {
    expect(expected.filter((name) => !texts[name])).toEqual([]);
  });

  it('have no others', () => {
    const known = new Set([...expected, ...codes]);
    expect(Object.keys(texts).filter((name) => !known.has(name))).toEqual([]);
  });

  it('name only parameters that their sentence has', () => {
    for (const code of codes) {
      for (const [reason, sentence] of sentences[code] ?? []) {
        const text = texts[reason === '' ? code : `${code}_${reason}`] ?? '';
        const named = Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name);
        const unknown = named.filter((name) => !parameterNames(sentence).includes(name));
        expect({ code, reason, unknown }).toEqual({ code, reason, unknown: [] });
      }
      if ((sentences[code] ?? []).every(([reason]) => reason !== '')) expect(texts[code] ?? '').not.toContain('{{');
    }
  });
});

it('every code with which the sources warn or refuse has texts', () => {
  const known = new Set([...Object.keys(WARNING_SENTENCES), ...errorCodes]);
  const written = [...writtenCodes()];
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter((code) => !known.has(code))).toEqual([]);
});

it('every loss of a format has a German text', () => {
  const losses = new Set(codecs.flatMap(({ losses }) => losses));
  const texts: Record<string, string> = german.losses;
  expect([...losses].filter((loss) => !texts[loss])).toEqual([]);
  expect(Object.keys(texts).filter((loss) => !losses.has(loss))).toEqual([]);
});

it('every finding of the fixtures is one of the sentences of its check', () => {
  for (const [code, fixtures] of Object.entries(TRUE_FINDINGS)) {
    const sentences: readonly (readonly [string, string])[] = FINDING_SENTENCES[code as keyof typeof FINDING_SENTENCES];
    for (const [, , , detail] of fixtures) {
      const isConstant = sentences.some(([reason, sentence]) => reason === '' && sentence === detail);
      expect({ detail, hasParams: findingParams(code, detail).params !== undefined }).toEqual({
        detail,
        hasParams: !isConstant,
      });
    }
  }
});

it('parameters of a sentence are the values that it was made of', () => {
  const value = fc.string({ minLength: 1 }).filter((text) => !/ and |, |characters|\d/.test(text));
  fc.assert(
    fc.property(fc.nat(), fc.nat(), value, (length, max, name) => {
      expect(findingParams('too_long', `the text has ${length} characters, and ${max} are allowed`)).toEqual({
        params: { length, max },
      });
      expect(findingParams('markup_mismatch', `the source does not have ${name}, x and 3 more`)).toEqual({
        params: { reason: 'added', names: [name, 'x', '3 more'] },
      });
    }),
  );
});

it('any text is read without an error, and has no more parameters than its length', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(...errorCodes, ...CHECK_CODES, 'constructor', '__proto__'),
      (text, code) => {
        const params = readParams({ ...errorSentences, ...FINDING_SENTENCES }, code, text);
        const { reason, ...values } = params ?? {};
        expect(Object.values(values).flat().join('').length).toBeLessThanOrEqual(text.length);
        expect(typeof reason).toMatch(/string|undefined/);
      },
    ),
  );
});

it('a place before the sentence is a parameter too', () => {
  expect(errorParams('invalid_format', 'item 3: must be a UUID')).toEqual({ params: { reason: 'uuid', item: 3 } });
  expect(warningParams('duplicate_ignored', '"de.po": a second header is ignored')).toEqual({
    params: { reason: 'header', file: '"de.po"' },
  });
});
