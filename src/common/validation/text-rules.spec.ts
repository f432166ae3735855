import {
  descriptionRules,
  displayNameRules,
  findIssue,
  keyNameRules,
  namespaceRules,
  storableRules,
  type TextRule,
  translationRules,
} from './text-rules';

describe('findIssue', () => {
  it.each<[string, readonly TextRule[], string]>([
    ['a key name of 8,192 bytes', keyNameRules, 'x'.repeat(8_192)],
    ['a key name of 8,192 bytes in 2,048 characters', keyNameRules, '😀'.repeat(2_048)],
    ['a key name that begins and ends with white space', keyNameRules, ' a\n'],
    ['a key name that is a control character', keyNameRules, '\u0001'],
    ['a text of 65,536 characters', translationRules, 'x'.repeat(65_536)],
    ['a text of 65,536 characters beyond the BMP', translationRules, '😀'.repeat(65_536)],
    ['an empty text', translationRules, ''],
    ['a text of white space', translationRules, ' \ufeff\u2028'],
    ['a description of 4,096 characters', descriptionRules, '😀'.repeat(4_096)],
    ['a name of 200 characters', displayNameRules, '😀'.repeat(200)],
    ['an empty namespace', namespaceRules, ''],
    ['a surrogate pair', storableRules, '\ud83d\ude00'],
  ])('accepts %s', (_, rules, value) => {
    expect(findIssue(rules, value)).toBeUndefined();
  });

  it.each<[string, readonly TextRule[], string, string, RegExp]>([
    ['an empty key name', keyNameRules, '', 'too_short', /1 byte/],
    ['a key name of 8,193 bytes', keyNameRules, 'x'.repeat(8_193), 'too_long', /8192 bytes/],
    ['a key name of 8,193 bytes in fewer characters', keyNameRules, `${'😀'.repeat(2_048)}x`, 'too_long', /8192 bytes/],
    ['a key name of white space', keyNameRules, '\u3000\t', 'invalid_format', /white space/],
    ['a key name with U+0000', keyNameRules, 'a\0', 'invalid_character', /index 1/],
    ['a namespace with a dot', namespaceRules, 'a.', 'invalid_format', /dot/],
    ['a namespace of white space', namespaceRules, ' ', 'invalid_format', /white space/],
    ['a namespace of 8,193 bytes', namespaceRules, 'x'.repeat(8_193), 'too_long', /8192 bytes/],
    ['a text of 65,537 characters', translationRules, 'x'.repeat(65_537), 'too_long', /65536/],
    ['a text of 65,537 characters beyond the BMP', translationRules, '😀'.repeat(65_537), 'too_long', /65536/],
    ['a description of 4,097 characters', descriptionRules, 'x'.repeat(4_097), 'too_long', /4096/],
    ['a name of white space', displayNameRules, ' ', 'too_short', /white space/],
    ['a name of 201 characters', displayNameRules, 'x'.repeat(201), 'too_long', /200/],
    ['a name with a control character', displayNameRules, 'a\u0085', 'invalid_character', /control/],
    ['the first half of a surrogate pair', storableRules, '😀\ud83d', 'invalid_character', /index 2/],
    ['the second half of a surrogate pair', storableRules, '\ude00\ud83d', 'invalid_character', /index 0/],
  ])('refuses %s', (_, rules, value, code, detail) => {
    expect(findIssue(rules, value)).toEqual({ code, detail: expect.stringMatching(detail) });
  });
});
