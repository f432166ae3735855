import type { FormatCodec } from '../model/codec';
import { codecById } from '../model/registry';
import type { Side } from './merge-lines';
import { mergeTemplates } from './merge-templates';

interface Texts {
  base?: string;
  now: string;
  file: string;
}

const PO_HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

const xliffFile = (units: string): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body>\n${units}</body></file></xliff>\n`;

/** Files with one unit that has a comment. */
const UNITS: Record<string, (comment: string, text: string) => string> = {
  po: (comment, text) => `${PO_HEADER}\n#. ${comment}\nmsgid "Save"\nmsgstr "${text}"\n`,
  xliff: (comment, text) =>
    xliffFile(
      `<trans-unit id="a">\n<source>A</source>\n<target state="${text}">${text}\n</target>\n<note>${comment}</note>\n</trans-unit>\n`,
    ),
  xliff2: (comment, text) =>
    `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f">\n<unit id="a">\n<notes><note>${comment}</note></notes>\n<segment><source>A</source>\n<target>${text}</target>\n</segment>\n</unit>\n</file></xliff>\n`,
  'qt-ts': (comment, text) =>
    `<!DOCTYPE TS>\n<TS version="2.1" language="de"><context><name>C</name>\n<message>\n<location filename="${comment}" line="1"/>\n<source>A</source>\n<translation>${text}</translation>\n</message>\n</context></TS>\n`,
};

describe('mergeTemplates', () => {
  it.each<[string, string, Texts, string]>([
    [
      'a group that both have added',
      'yaml',
      { base: 'a: A\n', now: 'a: A\nnav:\n  home: H\n', file: 'a: A\nnav:\n  back: B\n' },
      'a: A\nnav:\n  home: H\n',
    ],
    [
      'columns in another order',
      'csv',
      {
        base: 'key,de,note\na,A,x\nb,B,y\n',
        now: 'key,note,de\na,x,A\nb,y,B\n',
        file: 'key,de,note\na,A,x\nb,B,y\nc,C,z\n',
      },
      'key,note,de\na,x,A\nb,y,B\nc,z,C\n',
    ],
    [
      'a column of the file',
      'csv',
      {
        base: 'key,de,context\na,A,x\n\nb,B,y\nc,C\n',
        now: 'key,de,context\na,A,x2\n\nb,B,y\nn,N,\nc,C\n',
        file: 'key,de,"fr",context\na,A,Fa,x\n\nb,B,Fb,y2\nc,C,Fc\n',
      },
      'key,de,"fr",context\na,A,Fa,x2\n\nb,B,Fb,y2\nn,N,,\nc,C,Fc\n',
    ],
    [
      'columns of both sides',
      'csv',
      {
        base: 'sep=;\r\nkey;de;context\r\na;A;x\r\nb;B;y\r\n',
        now: 'sep=;\r\nkey;de;it;context\r\na;A;Ia;x\r\nb;B;Ib;y2\r\n',
        file: 'sep=;\r\nrow;key;de;fr;context\r\n1;a;A;Fa;x\r\n2;b;B;Fb;y\r\n3;c;C;Fc;z\r\n',
      },
      'sep=;\r\nrow;key;de;fr;it;context\r\n1;a;A;Fa;Ia;x\r\n2;b;B;Fb;Ib;y2\r\n3;c;C;Fc;;z\r\n',
    ],
    [
      'a comment at the end',
      'properties',
      { base: 'a=A\n', now: 'a=A\n# The end\n', file: 'a=A\nb=B\n' },
      'a=A\nb=B\n# The end\n',
    ],
    [
      'a comment of an entry before which the other has added one',
      'php',
      {
        base: phpFile("'a' => 'A',", "'b' => 'B',"),
        now: phpFile("'a' => 'A',", '// About b', "'b' => 'B',"),
        file: phpFile("'a' => 'A',", "'n' => 'N',", "'b' => 'B',"),
      },
      phpFile("'a' => 'A',", "'n' => 'N',", '// About b', "'b' => 'B',"),
    ],
    [
      'a comment of an entry that the other has moved',
      'php',
      {
        base: phpFile("'a' => 'A',", "'b' => 'B',", "'c' => 'C',"),
        now: phpFile("'b' => 'B',", "'c' => 'C',", "'a' => 'A',"),
        file: phpFile('// About a', "'a' => 'A',", "'b' => 'B',", "'c' => 'C',"),
      },
      phpFile("'b' => 'B',", "'c' => 'C',", '// About a', "'a' => 'A',"),
    ],
    [
      'an entry before another, instead of which the other has one',
      'arb',
      {
        base: arbFile('  "k1": "T"', note('k1', 'D1')),
        now: arbFile('  "k3": "T"', note('k3', 'D1')),
        file: arbFile('  "k4": "T"', note('k4', 'D4'), '  "k1": "T"', note('k1', 'D1')),
      },
      arbFile('  "k3": "T"', note('k3', 'D1'), '  "k4": "T"', note('k4', 'D4')),
    ],
    [
      'the same header of two new files',
      'properties',
      { now: '# Copyright\n\na=A\n', file: '# Copyright\n\nb=B\n' },
      '# Copyright\n\na=A\n',
    ],
    [
      'other line ends in a text of several lines',
      'properties',
      {
        base: 'a=one \\\r\n  two\r\nb=B\r\n',
        now: '# x\r\n\r\na=one \\\r\n  two\r\nb=B\r\n',
        file: 'a=1 \\\n  2\nb=B\n',
      },
      '# x\r\n\r\na=1 \\\r\n  2\r\nb=B\r\n',
    ],
  ])('merges %s', (_, format, texts, expected) => {
    expect(mergedText(format, texts)).toEqual({ text: expected, losesLines: false });
  });

  it.each<[string, string, Texts]>([
    [
      'a message would be twice',
      'po',
      {
        base: poFile('a', 'b', 'c'),
        now: poFile('a', 'n', 'b', 'c'),
        file: poFile('a', 'b', 'n', 'c'),
      },
    ],
    [
      'a new comment would be above another entry than its own, which is removed',
      'php',
      {
        base: phpFile("'a' => 'A',", "'b' => 'B',", "'c' => 'C',"),
        now: phpFile("'a' => 'A',", "'c' => 'C',"),
        file: phpFile("'a' => 'A',", '// About b', "'b' => 'B',", "'c' => 'C',"),
      },
    ],
    [
      'the columns of both would be too many cells',
      'csv',
      {
        base: `key,de\n${'a,A\n'.repeat(1_000)}`,
        now: `key,de\n${'a,A\n'.repeat(1_000)}b,B\n`,
        file: `key,de${Array.from({ length: 1_500 }, (_, index) => `,column ${index}`).join('')}\n${`a,A${','.repeat(1_500)}\n`.repeat(1_000)}`,
      },
    ],
  ])('has the lines of one side where %s', (_, format, texts) => {
    expect(mergedText(format, texts)).toEqual({ text: texts.now, losesLines: true });
  });

  it.each<Side>(['now', 'file'])('merges what both have changed in a message, for the side %s', (side) => {
    const message = (comments: string, text: string): string =>
      `${PO_HEADER}\n${comments}msgid "Save"\nmsgstr "${text}"\n`;
    const texts = {
      base: message('#: a.c:1\n', 'Sichern'),
      now: message('#: a.c:1\n', 'Speichern'),
      file: message('# For the toolbar\n#: a.c:99\n', 'Sichern'),
    };
    const expected = message('# For the toolbar\n#: a.c:99\n', 'Speichern');
    expect(mergedText('po', texts, side)).toEqual({ text: expected, losesLines: false });
  });

  it.each(Object.keys(UNITS))('says that lines of a unit are lost, and does not count its text: %s', (format) => {
    const unit = UNITS[format] ?? String;
    const texts = { base: unit('base', 'one'), now: unit('now', 'two'), file: unit('file', 'three') };
    expect(mergedText(format, texts)).toEqual({ text: texts.now, losesLines: true });
    const ofText = { ...texts, file: unit('base', 'three') };
    expect(mergedText(format, ofText)).toEqual({ text: texts.now, losesLines: false });
  });

  const messages = (...comments: [id: string, comment: string][]): string =>
    PO_HEADER + comments.map(([id, comment]) => `\n#. ${comment}\nmsgid "${id}"\nmsgstr "T${id}"\n`).join('');

  it.each<[string, base: string, now: string, file: string, merged: string]>([
    ['references that both have moved', '#: a.c:1', '#: a.c:2', '#: a.c:3', '#: a.c:2'],
    ['references of several files', '#: a.c:1 b.c:1', '#: a.c:2 b.c:1', '#: a.c:1 b.c:3 c.c:1', '#: a.c:2 b.c:3 c.c:1'],
    ['references that one side has removed', '#: a.c:1\n#: b.c:1', '#: a.c:1', '#: a.c:2\n#: b.c:1', '#: a.c:2'],
    [
      'files with spaces',
      '#: \u2068a b.c\u2069:1',
      '#: \u2068a b.c\u2069:2',
      '#: \u2068a b.c\u2069:3',
      '#: \u2068a b.c\u2069:2',
    ],
    ['flags', '#, c-format', '#, c-format, no-wrap', '#, fuzzy, c-format', '#, c-format, no-wrap, fuzzy'],
    [
      'references beside a changed flag',
      '#: a.c:1\n#, c-format',
      '#: a.c:2\n#, c-format',
      '#: a.c:1\n#, no-wrap',
      '#: a.c:2\n#, no-wrap',
    ],
  ])('merges %s without a loss, as msgcat does', (_, ...heads) => {
    const [base = '', now = '', file = '', text] = heads.map(
      (head) => `${PO_HEADER}\n${head}\nmsgid "a"\nmsgstr "A"\n`,
    );
    expect(mergedText('po', { base, now, file })).toEqual({ text, losesLines: false });
  });

  it('has the flags of one side where both contradict each other, and says so', () => {
    const flagged = (flags: string): string => `${PO_HEADER}\n#, ${flags}\nmsgid "a"\nmsgstr "A"\n`;
    const texts = { base: flagged('range: 0..1'), now: flagged('range: 0..2'), file: flagged('range: 0..3') };
    expect(mergedText('po', texts)).toEqual({ text: texts.now, losesLines: true });
  });

  it('merges the cells of a row that both have changed, and loses only a cell that both have changed', () => {
    const table = (...rows: string[]): string => ['key,de,owner,note', ...rows, ''].join('\n');
    const texts = {
      base: table('a,A,x,x', 'b,B,x,x'),
      now: table('a,A,y,x', 'b,B,x,x'),
      file: table('a,A,x,z', 'b,B,w,x'),
    };
    expect(mergedText('csv', texts)).toEqual({ text: table('a,A,y,z', 'b,B,w,x'), losesLines: false });
    const both = { ...texts, file: table('a,A,v,z', 'b,B,w,x') };
    expect(mergedText('csv', both)).toEqual({ text: table('a,A,y,z', 'b,B,w,x'), losesLines: true });
  });

  it('has a column that one side has added in the rows of the other', () => {
    const rows = (cells: (row: number) => string): string =>
      Array.from({ length: 1_500 }, (_, row) => `k${row},T,${cells(row)}\n`).join('');
    const texts = {
      base: `key,de,note\n${rows(() => 'n')}`,
      now: `key,de,note\n${rows((row) => `n${row}`)}`,
      file: `key,de,owner,note\n${rows(() => 'team,n')}`,
    };
    const text = `key,de,owner,note\n${rows((row) => `team,n${row}`)}`;
    expect(mergedText('csv', texts)).toEqual({ text, losesLines: false });
  });

  it.each<Side>(['now', 'file'])('merges a message that one side has moved, for the side %s', (side) => {
    const base = messages(['a', '1'], ['b', '1'], ['c', '1']);
    const moved = messages(['b', '1'], ['c', '1'], ['a', '1']);
    const changed = messages(['a', '2'], ['b', '1'], ['c', '1']);
    const expected = { text: messages(['b', '1'], ['c', '1'], ['a', '2']), losesLines: false };
    expect(mergedText('po', { base, now: moved, file: changed }, side)).toEqual(expected);
    expect(mergedText('po', { base, now: changed, file: moved }, side)).toEqual(expected);
  });

  it('merges the note of a unit that the other side has indented, at its place', () => {
    const unit = (indent: string, ...lines: string[]): string =>
      xliffFile(
        [`<trans-unit id="a">`, ...lines.map((line) => `  ${line}`), '</trans-unit>\n']
          .map((line) => indent + line)
          .join('\n'),
      );
    const parts = ['<source>A</source>', '<target>B</target>'];
    const texts = { base: unit('', ...parts), now: unit('', ...parts, '<note>N</note>'), file: unit('    ', ...parts) };
    const text = unit('    ', ...parts, '<note>N</note>').replace('      <note>', '  <note>');
    expect(mergedText('xliff', texts)).toEqual({ text, losesLines: false });
  });

  it('puts a blank line between messages that both sides have added', () => {
    const [base, now, file] = [poFile('a'), poFile('a', 'n'), poFile('a', 'f')];
    expect(mergedText('po', { base, now, file })).toEqual({ text: poFile('a', 'n', 'f'), losesLines: false });
  });

  it('leaves a comment away that one side has removed, beside an entry that the other has added', () => {
    const texts = {
      base: 'a=A\n\n# two\n\nb=B\n',
      now: 'a=A\n\nb=B\n',
      file: 'a=A\n\n# two\n\nn=N\nb=B\n',
    };
    expect(mergedText('properties', texts)).toEqual({ text: 'a=A\n\nn=N\nb=B\n', losesLines: false });
  });

  it('says that lines are lost of a message that the other side has removed', () => {
    const base = messages(['a', '1'], ['b', '1'], ['c', '1']);
    const removed = messages(['a', '1'], ['c', '1']);
    const changed = messages(['a', '1'], ['b', '2'], ['c', '1']);
    const expected = { text: removed, losesLines: true };
    expect(mergedText('po', { base, now: removed, file: changed })).toEqual(expected);
    expect(mergedText('po', { base, now: changed, file: removed })).toEqual(expected);
    expect(mergedText('po', { base, now: removed, file: base.replace('Tb', 'T2') })).toEqual({
      ...expected,
      losesLines: false,
    });
  });

  it('says that the changed comment is lost of an entry that the other side has removed', () => {
    const file = (comment: string): string => phpFile("'a' => 'A',", comment, "'b' => 'B',", "'c' => 'C',");
    const removed = phpFile("'a' => 'A',", "'c' => 'C',");
    const texts = { base: file('// one'), now: file('// two'), file: removed };
    expect(mergedText('php', texts)).toEqual({ text: removed, losesLines: true });
    expect(mergedText('php', { ...texts, now: removed, file: texts.now })).toEqual({ text: removed, losesLines: true });
    expect(mergedText('php', { ...texts, now: texts.base })).toEqual({ text: removed, losesLines: false });
  });

  it('says that lines are lost of a message that both sides have added', () => {
    const [base, now, file] = ['1', '2', '3'].map((b) =>
      messages(['a', '1'], ...(b === '1' ? [] : [['b', b] as [string, string]])),
    );
    expect(mergedText('po', { base, now: now ?? '', file: file ?? '' })).toEqual({ text: now, losesLines: true });
  });

  const REPEATED: Record<string, (first: string, b: string, second: string) => string> = {
    xliff: (...notes) =>
      xliffFile(
        ['a', 'b', 'a']
          .map(
            (id, at) => `<trans-unit id="${id}">\n<source>S${at}</source>\n<note>${notes[at]}</note>\n</trans-unit>\n`,
          )
          .join(''),
      ),
    'qt-ts': (...comments) =>
      `<!DOCTYPE TS>\n<TS version="2.1" language="de"><context><name>C</name>\n${['a', 'b', 'a']
        .map(
          (id, at) =>
            `<message>\n<source>${id}</source>\n<extracomment>${comments[at]}</extracomment>\n<translation>T${at}</translation>\n</message>\n`,
        )
        .join('')}</context></TS>\n`,
  };

  it.each(Object.keys(REPEATED))('merges a unit of several with one name by itself: %s', (format) => {
    const file = REPEATED[format] ?? String;
    const texts = { base: file('1', '1', '1'), now: file('1', '2', '1'), file: file('1', '1', '2') };
    expect(mergedText(format, texts)).toEqual({ text: file('1', '2', '2'), losesLines: false });
    const both = { ...texts, now: file('1', '1', '3') };
    expect(mergedText(format, both)).toEqual({ text: both.now, losesLines: true });
    const withoutFirst = (text: string): string => text.replace(/<(trans-unit|message)[^]*?<\/\1>\n/, '');
    const removed = { ...texts, now: withoutFirst(texts.base) };
    expect(mergedText(format, removed)).toEqual({ text: withoutFirst(texts.file), losesLines: true });
    const added = {
      ...texts,
      now: file('1', '1', '1').replace(/(<(trans-unit|message)[^]*?<\/\2>\n)([^]*)(<\/body>|<\/context>)/, '$3$1$4'),
    };
    expect(mergedText(format, added).losesLines).toBe(true);
  });

  it('has the unit of one side where the other has inserted a segment', () => {
    const segments = (...texts: string[]): string =>
      `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f">\n<unit id="a">\n${texts
        .map((text) => `<segment><source>${text[0]}</source>\n<target>${text}</target>\n</segment>\n`)
        .join('')}</unit>\n</file></xliff>\n`;
    const texts = { base: segments('A'), now: segments('A now'), file: segments('B', 'A') };
    expect(mergedText('xliff2', texts)).toEqual({ text: texts.now, losesLines: true });
  });

  it.each([
    ['qt-ts', 'extracomment'],
    ['xliff', 'seg-source'],
  ])('has the element of one side where both have added it: %s %s', (format, name) => {
    const unit = UNITS[format] ?? String;
    const added = (text: string): string =>
      unit('1', 'T').replace('<source>A</source>\n', `<source>A</source>\n<${name}>${text}</${name}>\n`);
    const texts = { base: unit('1', 'T'), now: added('now'), file: added('file') };
    expect(mergedText(format, texts)).toEqual({ text: texts.now, losesLines: true });
  });

  it('says that lines of units are lost that stand in one line', () => {
    const unit = (id: string, text: string): string =>
      `<trans-unit id="${id}"><source>A</source><target>${text}</target><note>${text}</note></trans-unit>`;
    const file = (text: string): string => xliffFile(unit('a', text) + unit('b', text));
    const texts = { base: file('base'), now: file('now'), file: file('file') };
    expect(mergedText('xliff', texts)).toEqual({ text: texts.now, losesLines: true });
  });

  it('takes the lines that differ from the budget, and has the lines of one side without it', () => {
    const texts = { base: 'a=A\n', now: '# x\n\na=A\n', file: 'a=A\nb=B\n' };
    const budget = { edits: 3 };
    expect(mergedText('properties', texts, 'now', budget).losesLines).toBe(false);
    expect(budget.edits).toBe(0);
    expect(mergedText('properties', texts, 'now', budget)).toEqual({ text: texts.now, losesLines: true });
  });
});

function mergedText(
  format: string,
  { base, now, file }: Texts,
  side: Side = 'now',
  budget = { edits: 1_000 },
): { text: string; losesLines: boolean } {
  const codec = codecById(format) as FormatCodec;
  const context = {
    language: 'de',
    languages: codec.multilingual ? ['de', 'fr', 'it'] : ['de'],
    sourceLanguage: codec.bilingual ? 'en' : 'de',
    projectName: '',
    template: { isForeign: false, hasSource: false },
    isPlural: () => true,
  };
  const versions = { ...(base !== undefined && { base: Buffer.from(base) }), now: Buffer.from(now) };
  const merged = mergeTemplates(codec, { ...versions, file: Buffer.from(file) }, side, context, budget);
  return { text: Buffer.from(merged.bytes).toString(), losesLines: merged.losesLines };
}

function poFile(...ids: string[]): string {
  return PO_HEADER + ids.map((id) => `\nmsgid "${id}"\nmsgstr "T${id}"\n`).join('');
}

function arbFile(...entries: string[]): string {
  return `{\n${[...entries, '  "z": "Z"'].join(',\n')}\n}\n`;
}

function note(key: string, description: string): string {
  return `  "@${key}": {\n    "description": "${description}"\n  }`;
}

function phpFile(...lines: string[]): string {
  return `<?php\n\nreturn [\n${lines.map((line) => `    ${line}\n`).join('')}];\n`;
}
