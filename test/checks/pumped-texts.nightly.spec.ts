import { LinearTimeCheck } from '../../src/language-files/contract/linear-time.contract';
import { ATOMS, pumpedTexts } from '../../src/language-files/contract/pumped-texts.contract';
import { checkText } from '../../src/checks/check-text';

const isFuzz = process.env.FUZZ !== undefined;
const LENGTHS = [16_000, 64_000];
/** On a quiet machine, a check of 64,000 characters takes less than 0.05 s. */
const MAX_SECONDS = 0.25;
const MORE_ATOMS = [
  ...[
    '(',
    ')',
    '（',
    '）',
    '１',
    '٣',
    '1,',
    '1 ',
    'a)',
    ':)',
    'http://',
    'http://a.b',
    'a://',
    '؟',
    '。',
    '  ',
    '\n\n',
    'é ',
  ],
  ...[
    '{a, plural, one {',
    '{a, select, b {',
    "''{a}",
    '%-',
    '%*',
    '%0',
    '<a ',
    '<a b=',
    '</a>',
    '<0>',
    '&#1',
    '&aaa',
    '$a',
    ':a',
    ' :a',
  ],
  ...['{{a', '%a', '%aaa', '@:', '$t(a', '->', '{ $a ->', 'word ', 'Word', '字', '\u200f', 'a.', '...', '一万'],
];
const atoms = [...(isFuzz ? ATOMS : ATOMS.slice(0, 60)), ...MORE_ATOMS];

it('checks pumped texts in linear time', () => {
  const check = new LinearTimeCheck(() => MAX_SECONDS);
  const texts = LENGTHS.map((length) => [...pumpedTexts(length, atoms, isFuzz)]);
  texts[0]?.forEach(({ name }, number) => {
    for (const [shape, wrap] of Object.entries(SHAPES)) {
      for (const sameLength of texts) {
        const text = sameLength[number]?.text ?? '';
        check.check(`${name}, ${shape}`, text.length, () => {
          const [source, target] = wrap(text);
          checkText({
            source: { language: 'en', text: source },
            target: { language: 'ru', text: target },
            maxLength: 10,
          });
        });
      }
    }
  });
}, 600_000);

const SHAPES: Record<string, (text: string) => [source: string, target: string]> = {
  'against a short source': (text) => ['{a} %s <b>x</b> 12 (y): https://a.bcde/', text],
  'against a short translation': (text) => [text, '{a} %s <b>x</b> 12 (y): https://a.bcde/'],
  'against itself and more': (text) => [text, `${text} 7 x`],
  'in a plural': (text) => [
    '{n, plural, one {a {b}} other {# {b}}}',
    `{n, plural, one {${text.slice(0, text.length / 2)}} other {${text.slice(text.length / 2)}}}`,
  ],
  'as the same text': (text) => [text, text],
};
