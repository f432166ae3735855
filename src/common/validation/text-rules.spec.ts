import { description, displayName, keyName, namespace, storable, text, type TextRule } from './text-rules';

describe('rules of texts', () => {
  it.each<[string, TextRule, string]>([
    ['a key name of 8,192 bytes', keyName, 'x'.repeat(8_192)],
    ['a key name of 8,192 bytes in 2,048 characters', keyName, '😀'.repeat(2_048)],
    ['a key name with white space around', keyName, ' a\n'],
    ['a key name of a control character', keyName, '\u0001'],
    ['a text of 65,536 characters', text, 'x'.repeat(65_536)],
    ['a text of 65,536 characters beyond the BMP', text, '😀'.repeat(65_536)],
    ['an empty text', text, ''],
    ['a text of white space', text, ' \ufeff\u2028'],
    ['a description of 4,096 characters', description, '😀'.repeat(4_096)],
    ['a name of 200 characters', displayName, '😀'.repeat(200)],
    ['an empty namespace', namespace, ''],
    ['a surrogate pair', storable, '\ud83d\ude00'],
  ])('take %s', (_, rule, value) => {
    expect(rule(value)).toBeUndefined();
  });

  it.each<[string, TextRule, string, string, RegExp]>([
    ['an empty key name', keyName, '', 'too_short', /1 byte/],
    ['a key name of 8,193 bytes', keyName, 'x'.repeat(8_193), 'too_long', /8192 bytes/],
    ['a key name of 8,193 bytes in fewer characters', keyName, `${'😀'.repeat(2_048)}x`, 'too_long', /8192 bytes/],
    ['a key name of white space', keyName, '\u3000\t', 'invalid_format', /white space/],
    ['a key name with U+0000', keyName, 'a\0', 'invalid_character', /index 1/],
    ['a namespace with a dot', namespace, 'a.', 'invalid_format', /dot/],
    ['a namespace of white space', namespace, ' ', 'invalid_format', /white space/],
    ['a text of 65,537 characters', text, 'x'.repeat(65_537), 'too_long', /65536/],
    ['a text of 65,537 characters beyond the BMP', text, '😀'.repeat(65_537), 'too_long', /65536/],
    ['a description of 4,097 characters', description, 'x'.repeat(4_097), 'too_long', /4096/],
    ['a name of white space', displayName, ' ', 'too_short', /white space/],
    ['a name of 201 characters', displayName, 'x'.repeat(201), 'too_long', /200/],
    ['a name with a control character', displayName, 'a\u0085', 'invalid_character', /control/],
    ['the first half of a surrogate pair', storable, '😀\ud83d', 'invalid_character', /index 2/],
    ['the second half of one', storable, '\ude00\ud83d', 'invalid_character', /index 0/],
  ])('refuse %s', (_, rule, value, code, detail) => {
    expect(rule(value)).toEqual({ code, detail: expect.stringMatching(detail) });
  });
});
