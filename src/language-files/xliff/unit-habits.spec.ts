import { bilingualTemplates } from '../contract/bilingual-templates.contract';
import type { FormatCodec } from '../model/codec';
import { xliff2Codec, xliffCodec } from './xliff-codec';

interface Unit {
  id: string;
  name?: string;
  source: string;
  target?: string;
  note?: string;
}

interface Version {
  codec: FormatCodec;
  unit: (unit: Unit) => string;
  document: (units: readonly Unit[], language?: string) => string;
}

const xliff1: Version = {
  codec: xliffCodec,
  unit: ({ id, name, source, target, note }) =>
    [
      `      <trans-unit id="${id}"${name === undefined ? '' : ` resname="${name}"`}>`,
      `        <source>${source}</source>`,
      ...(target === undefined ? [] : [`        <target>${target}</target>`]),
      ...(note === undefined ? [] : [`        <note${note}</note>`]),
      '      </trans-unit>\n',
    ].join('\n'),
  document: (units, language = 'de') =>
    `<xliff version="1.2">\n  <file original="f" source-language="en" target-language="${language}" datatype="plaintext">\n    <body>\n` +
    `${units.map(xliff1.unit).join('')}    </body>\n  </file>\n</xliff>\n`,
};

const xliff2: Version = {
  codec: xliff2Codec,
  unit: ({ id, name, source, target, note }) =>
    [
      `    <unit id="${id}"${name === undefined ? '' : ` name="${name}"`}>`,
      ...(note === undefined ? [] : ['      <notes>', `        <note${note}</note>`, '      </notes>']),
      '      <segment>',
      `        <source>${source}</source>`,
      ...(target === undefined ? [] : [`        <target>${target}</target>`]),
      '      </segment>',
      '    </unit>\n',
    ].join('\n'),
  document: (units, language = 'de') =>
    `<xliff version="2.0" srcLang="en" trgLang="${language}">\n  <file id="f">\n` +
    `${units.map(xliff2.unit).join('')}  </file>\n</xliff>\n`,
};

describe.each([
  ['xliff', xliff1],
  ['xliff2', xliff2],
] as const)('A new unit of %s', (_format, { codec, document }) => {
  const { edited } = bilingualTemplates(codec);
  const units = (...named: readonly (Omit<Unit, 'source'> & Partial<Unit>)[]): Unit[] =>
    named.map((unit) => ({ source: unit.name ?? unit.id, target: unit.id.toUpperCase(), ...unit }));
  const added = { 'user.new': { source: 'New', value: 'Neu' } };

  it('has its name as id, source and name where the others have', () => {
    const named = units({ id: 'user.a', name: 'user.a' }, { id: 'user.b', name: 'user.b' });
    const file = document(named);
    const unit = { id: 'user.new', name: 'user.new', source: 'user.new' };
    expect(edited(file, added)).toBe(document([...named, { ...unit, target: 'Neu' }]));
    expect(edited(file, { 'user.new': { source: 'New' } })).toBe(document([...named, unit]));
  });

  it('has its name as source, and as the name beside ids of another kind', () => {
    const named = units({ id: 'x1', name: 'user.a' }, { id: 'x2', name: 'user.b' });
    const unit = { id: 'user.new', name: 'user.new', source: 'user.new', target: 'Neu' };
    expect(edited(document(named), added)).toBe(document([...named, unit]));
  });

  it('has its name as source beside others whose ids are their names', () => {
    const named = units({ id: 'user.a' }, { id: 'no-assignment' });
    const unit = { id: 'user.new', source: 'user.new', target: 'Neu' };
    expect(edited(document(named), added)).toBe(document([...named, unit]));
    const texts = units({ id: 'Open' }, { id: 'Close' });
    expect(edited(document(texts), added)).toBe(document([...texts, { ...unit, source: 'New' }]));
  });

  it('has the name of another file, unless the name is the key, which was changed', () => {
    const keyMeta = { attributes: [[codec.id === 'xliff' ? 'resname' : 'name', 'user.old']] };
    const change = { 'user.new': { source: 'New', value: 'Neu', keyMeta } };
    const hashed = units({ id: 'x1', name: 'user.a' });
    expect(edited(document(hashed), change)).toBe(
      document([...hashed, { id: 'user.new', name: 'user.old', source: 'user.old', target: 'Neu' }]),
    );
    const named = units({ id: 'user.old', name: 'user.old' }, { id: 'user.b', name: 'user.b' });
    expect(edited(document(named), { 'user.old': null, ...change })).toBe(
      document([...named.slice(1), { id: 'user.new', name: 'user.new', source: 'user.new', target: 'Neu' }]),
    );
  });

  it('has the text in the source of a file without targets', () => {
    const named = units({ id: 'a' }, { id: 'b' }).map(({ target: _target, ...unit }) => unit);
    const languages = / target-language="de"| trgLang="de"/;
    const file = document(named).replace(languages, '');
    expect(edited(file, { c: { source: 'New', value: 'New' } }, { language: 'en' })).toBe(
      document([...named, { id: 'c', source: 'New' }]).replace(languages, ''),
    );
  });

  it('has the name as source in the file of the source language, which has the text as target', () => {
    const named = units({ id: 'user.a' }, { id: 'user.b' });
    const change = { 'user.new': { source: 'New', value: 'New' } };
    expect(edited(document(named, 'en'), change, { language: 'en' })).toBe(
      document([...named, { id: 'user.new', source: 'user.new', target: 'New' }], 'en'),
    );
  });

  it('has a note as others have', () => {
    const from = codec.id === 'xliff' ? ' from="developer"' : ' category="developer"';
    const noted = [
      { id: 'a', source: 'A', note: `${from}>One` },
      { id: 'b', source: 'B', note: `${from}>Two` },
      { id: 'c', source: 'C', note: '>Three' },
    ];
    expect(edited(document(noted), { d: { source: 'D', description: 'Four' } })).toBe(
      document([...noted, { id: 'd', source: 'D', note: `${from}>Four` }]),
    );
  });

  it('leaves the names that are sources when the text of the source language changes', () => {
    const named = units({ id: 'x1', name: 'user.a' }, { id: 'x2', name: 'user.b' });
    const file = document(named);
    expect(edited(file, { x1: { source: 'A' } })).toBe(file);
    const texts = units({ id: 'x1', name: 'a', source: 'One' }, { id: 'x2', name: 'b', source: 'Two' });
    expect(edited(document(texts), { x1: { source: 'A' } })).toBe(document(texts).replace('One', 'A'));
  });

  it('has the name as source beside a unit with an id of another kind whose key was renamed', () => {
    const [first, ...others] = units({ id: 'x1', name: 'user.a' }, { id: 'x2', name: 'user.b' });
    const [renamed, unit] = [
      { ...first, id: 'title' } as Unit,
      { id: 'user.new', name: 'user.new', source: 'user.new' },
    ];
    const changes = { x1: null, title: { source: 'A', value: 'X1', earlierKeys: ['x1'] }, ...added };
    expect(edited(document(units({ id: 'x1', name: 'user.a' }, { id: 'x2', name: 'user.b' })), changes)).toBe(
      document([renamed, ...others, { ...unit, target: 'Neu' }]),
    );
  });
});

describe.each([
  ['xliff', xliff1, 'from'],
  ['xliff2', xliff2, 'category'],
] as const)('The notes of %s', (_format, { codec, document }, writer) => {
  const { edited } = bilingualTemplates(codec);
  const context = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn: () => undefined };
  const describedBy = (file: string): string | undefined =>
    codec.parse(Buffer.from(file), context).entries[0]?.description;
  const unit = { id: 'a', source: 'A', target: 'Ä' };

  it.each(['translator', 'po-translator'])('that a %s wrote are no descriptions, and stay', (name) => {
    const file = document([{ ...unit, note: ` ${writer}="${name}">Unsicher` }]);
    expect(describedBy(file)).toBeUndefined();
    expect(edited(file, { a: { value: 'B' } })).toBe(file.replace('>Ä<', '>B<'));
    const described = edited(file, { a: { description: 'A letter' } });
    expect(described).toContain(`<note ${writer}="${name}">Unsicher</note>`);
    expect(describedBy(described)).toBe('A letter');
  });

  it('that a translator wrote are not in the file of another language', () => {
    const file = document([{ ...unit, note: ` ${writer}="translator">Unsicher` }]);
    const french = edited(file, { a: { value: 'B' } }, { language: 'fr', isForeign: true });
    expect(french).not.toContain('Unsicher');
  });
});

describe('The notes of XLIFF 2 from Angular', () => {
  const { edited } = bilingualTemplates(xliff2Codec);

  it('are places in the code and a description', () => {
    const note = ` category="location">app.ts:4,5</note>\n        <note category="description">A letter`;
    const file = xliff2.document([{ id: 'a', source: 'A', target: 'Ä', note }]);
    const context = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn: () => undefined };
    expect(xliff2Codec.parse(Buffer.from(file), context).entries[0]?.description).toBe('A letter');
    expect(edited(file, { a: { description: 'The first' } })).toBe(file.replace('A letter', 'The first'));
  });
});
