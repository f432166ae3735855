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
});
