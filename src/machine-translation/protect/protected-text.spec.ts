import { checkText } from '../../checks/check-text';
import { MACHINE_WAYS, translateMarkup } from '../../../test/support/machine';
import { ProtectedText } from './protected-text';

const EN_DE = { source: 'en', target: 'de' };

const translate = (text: string, languages = EN_DE, markup: 'xml' | 'html' = 'xml', way = translateMarkup): unknown => {
  const found = ProtectedText.of(text, languages, markup);
  return found?.restore(found.texts.map((each) => way(each)));
};
const sentOf = (text: string, languages = EN_DE, markup: 'xml' | 'html' = 'xml'): readonly string[] =>
  ProtectedText.of(text, languages, markup)?.texts ?? [];

describe('a protected text', () => {
  it('has its placeholders, tags, links and line breaks as elements', () => {
    expect(sentOf('Hello {name},\nread <b>%1$s</b> & more')).toEqual([
      'Hello <x id="1">{name}</x>,<x id="2">\n</x>read <g id="3"><x id="4">%1$s</x></g> &amp; more',
    ]);
    expect(sentOf('Hi {{name}}', EN_DE, 'html')).toEqual([
      'Hi <span class="notranslate" translate="no" id="x1">{{name}}</span>',
    ]);
  });

  it('has a sentence with an example for each form of a plural of the target language', () => {
    const text = 'You have {n, plural, one {# file} other {# files}} in {folder}';
    expect(sentOf(text, { source: 'en', target: 'pl' })).toEqual([
      'You have <x id="1">1</x> file in <x id="2">{folder}</x>',
      'You have <x id="1">2</x> files in <x id="2">{folder}</x>',
      'You have <x id="1">5</x> files in <x id="2">{folder}</x>',
      'You have <x id="1">1.5</x> files in <x id="2">{folder}</x>',
    ]);
    expect(translate(text, { source: 'en', target: 'pl' })).toEqual({
      text:
        '{n, plural, one {Youen haveen # fileen inen {folder}} few {Youen haveen # filesen inen {folder}} ' +
        'many {Youen haveen # filesen inen {folder}} other {Youen haveen # filesen inen {folder}}}',
    });
  });

  it('has the forms of a select, and quotes what is literal', () => {
    expect(translate("{g, select, female {Her '{'file'}'} other {It's theirs}}")).toEqual({
      text: "{g, select, female {Heren '{'file'}'} other {Iten''sen theirsen}}",
    });
  });

  it.each(['', '{count}', '100 %', '{ $n -> [one] a *[other] b }'])('is not made of %j', (text) => {
    expect(ProtectedText.of(text, EN_DE, 'xml')).toBeUndefined();
  });

  it('is not restored if placeholders without a position are in another order', () => {
    const swap = (text: string): string => text.replace(/(<x id="1">.*?<\/x>)(.*)(<x id="2">.*?<\/x>)/, '$3$2$1');
    expect(translate('%s of %s', EN_DE, 'xml', swap)).toHaveProperty('problems');
    expect(translate('%1$s of %2$s', EN_DE, 'xml', swap)).toEqual({ text: '%2$s of %1$s' });
  });

  it.each(['x &lt;script&gt;alert()&lt;/script&gt;', 'x {evil}', 'x <b>y</b>', '', 'x <x id="9"/>'])(
    'is not restored from a translation that adds what the text does not have: %j',
    (answer) => {
      expect(translate('Just words', EN_DE, 'xml', () => answer)).toHaveProperty('problems');
    },
  );

  it('keeps the white space at its ends', () => {
    expect(translate(' Save: ', EN_DE, 'xml', () => 'Sichern:')).toEqual({ text: ' Sichern: ' });
  });
});

const PLACEHOLDERS = [
  ...['{name}', '{0}', '{{name}}', '${name}', '%{name}', '%(name)s', '%1$s', '%s', '%d', '%@', '%name%', ':name', '{}'],
  ...[
    '$t(key)',
    '%<n>d',
    '&brandShortName;',
    '{n, number}',
    '%5.2f',
    '@:key',
    '%%',
    '\\n',
    'https://a.example/{id}?b=1',
  ],
];
const TAGS = ['b', 'a href="x?a=1&amp;b=2"', '0', 'Link'];

/** Texts of all styles of placeholders, with tags and plurals. */
function* texts(): Generator<string> {
  for (const one of PLACEHOLDERS) {
    yield `Save ${one} now`;
    yield `${one}: open the file`;
    for (const other of PLACEHOLDERS) yield `Move ${one} files to ${other}, please.`;
    for (const tag of TAGS) {
      const end = tag.split(' ')[0];
      yield `Press <${tag}>the ${one} button</${end}> to go on.<br/>Thanks!`;
      yield `<${tag}><i>Nested</i> words</${end}> and ${one}\nnext line`;
      yield `${one}<${tag}>x</${end}>, then save`;
      yield `Read <${tag}>${one}</${end}> and close`;
      yield `${one} &nbsp; <${tag}>old</${end}> text`;
      yield `<${tag}>One</${end}> & <${tag}>two ${one}</${end}>`;
    }
    yield `{n, plural, =0 {No files in {folder}} one {# file} other {# <b>files</b> of {name}}}`;
    yield `{g, select, female {She saved {name}} male {He saved {name}} other {They saved {name}}} today`;
    yield `{n, selectordinal, one {#st place} two {#nd place} few {#rd place} other {#th place}} for {name}`;
    yield `{a, plural, one {# dog} other {# dogs}} and {b, plural, one {# cat} other {# cats}} for {name}`;
  }
}

/** How often a text has each placeholder, counted without the code under test. */
const countsOf = (text: string, raws: readonly string[]): number[] => raws.map((raw) => text.split(raw).length - 1);

describe('1,000 texts with placeholders, tags and plurals', () => {
  const all = [...texts()];

  it.each(MACHINE_WAYS)('are never broken by a machine that %s', (way) => {
    let [offered, asked] = [0, 0];
    const broken: unknown[] = [];
    for (const [index, text] of all.entries()) {
      const markup = index % 2 === 0 ? 'xml' : 'html';
      const target = ['de', 'pl', 'ar', 'ja'][index % 4] ?? 'de';
      const found = ProtectedText.of(text, { source: 'en', target }, markup);
      if (!found) continue;
      asked++;
      const restored = found.restore(found.texts.map((each) => translateMarkup(each, way)));
      if (!('text' in restored)) continue;
      offered++;
      const findings = checkText({
        source: { language: 'en', text },
        target: { language: target, text: restored.text },
      }).filter(
        ({ code }) => !['same_as_source', 'end_punctuation', 'double_space', 'unbalanced_brackets'].includes(code),
      );
      const isSame =
        text.includes('plural') ||
        text.includes('select') ||
        countsOf(text, PLACEHOLDERS).join() === countsOf(restored.text, PLACEHOLDERS).join();
      if (findings.length > 0 || !isSame) broken.push({ text, restored, findings });
    }
    expect(all.length).toBeGreaterThanOrEqual(1_000);
    expect(broken).toEqual([]);
    if (way === 'honest') expect({ asked, offered }).toEqual({ asked, offered: asked });
    if (way === 'honest') expect(asked).toBeGreaterThan(all.length * 0.95);
  });
});
