import { checkText } from './check-text';
import { TRUE_FINDINGS } from './contract/true-findings.contract';

describe.each(Object.entries(TRUE_FINDINGS))('%s is found', (code, fixtures) => {
  it.each(fixtures)('%j in %s: %j', (source, language, target, detail) => {
    const findings = checkText({ source: { language: 'en', text: source }, target: { language, text: target } });
    expect(findings).toContainEqual({ code, detail });
  });
});

it('too_long counts what a reader sees as one character', () => {
  const check = (text: string, maxLength: number) =>
    checkText({ source: { language: 'en', text: 'OK' }, target: { language: 'hi', text }, maxLength }).filter(
      ({ code }) => code === 'too_long',
    );
  expect(check('ठीक', 1)).toEqual([{ code: 'too_long', detail: 'the text has 2 characters, and 1 are allowed' }]);
  expect(check('ठीक', 2)).toEqual([]);
  expect(check('👩‍👩‍👧‍👦👍🏽', 2)).toEqual([]);
  expect(check('{n, plural, one {1} other {12345}}', 5)).toEqual([]);
  expect(check('{n, plural, one {1} other {12345}}', 4)).toHaveLength(1);
});
