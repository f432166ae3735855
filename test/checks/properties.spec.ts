import fc from 'fast-check';
import { ATOMS } from '../../src/language-files/contract/pumped-texts.contract';
import { checkText, SourceText } from '../../src/checks/check-text';
import { CHECK_CODES } from '../../src/checks/finding';
import { samples } from '../support/samples';

const LANGUAGES = ['en', 'de', 'fr', 'ar', 'he', 'ja', 'zh-Hant-TW', 'ru', 'th', 'hy', 'tlh'];
const language = fc.constantFrom(...LANGUAGES);
/** Texts of parts that mean something to some check, and any others. */
const text = fc.oneof(
  fc
    .array(fc.constantFrom(...ATOMS, '(', ')', '１', '؟', '{n, plural, one {', 'https://a.b/'), { maxLength: 12 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('checkText', () => {
  it('finds nothing in a text that is its own source', () => {
    fc.assert(
      fc.property(language, text, (tag, same) => {
        expect(checkText({ source: { language: tag, text: same }, target: { language: tag, text: same } })).toEqual([]);
      }),
      { numRuns: samples(1_000) },
    );
  });

  it('finds at most missing plural forms and the same text in a text of another language that is its source', () => {
    fc.assert(
      fc.property(language, language, text, (from, to, same) => {
        const codes = checkText({ source: { language: from, text: same }, target: { language: to, text: same } });
        expect(['plural_form_missing', 'same_as_source']).toEqual(
          expect.arrayContaining(codes.map(({ code }) => code)),
        );
      }),
      { numRuns: samples(1_000) },
    );
  });

  it('never throws, and returns each code once and in the order of the codes', () => {
    fc.assert(
      fc.property(language, language, text, text, fc.nat(20), (from, to, source, target, maxLength) => {
        const findings = checkText({
          source: { language: from, text: source },
          target: { language: to, text: target },
          maxLength,
        });
        const places = findings.map(({ code }) => CHECK_CODES.indexOf(code));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        for (const { detail } of findings) expect(detail.length).toBeLessThan(1_000);
      }),
      { numRuns: samples(2_000) },
    );
  });

  it('gives the same findings with the analysis of the source that other texts were compared with', () => {
    fc.assert(
      fc.property(language, text, fc.array(text), (tag, sourceText, targets) => {
        const source = { language: 'en', text: sourceText };
        const shared = new SourceText(source);
        for (const target of targets.map((one) => ({ language: tag, text: one })))
          expect(shared.check(target)).toEqual(checkText({ source, target }));
      }),
    );
  });

  it('finds only what needs no source where the source is empty', () => {
    const target = { language: 'de', text: '{n, plural, other {{a} files.  }}' };
    expect(checkText({ source: { language: 'en', text: '' }, target, maxLength: 3 }).map(({ code }) => code)).toEqual([
      'plural_form_missing',
      'too_long',
    ]);
  });

  it('finds nothing in a text of nothing but white space', () => {
    const source = { language: 'en', text: 'AM' };
    expect(checkText({ source, target: { language: 'de', text: ' ' }, maxLength: 0 })).toEqual([]);
  });

  it('shortens long lists and names', () => {
    const text = Array.from({ length: 20 }, (_, i) => `{${'a'.repeat(100)}${i}}`).join(' ');
    const [finding] = checkText({ source: { language: 'en', text }, target: { language: 'de', text: 'nichts' } });
    expect(finding?.detail).toMatch(/ and 15 more of the source are missing$/);
    expect(finding?.detail.length).toBeLessThan(500);
  });
});
