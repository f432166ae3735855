import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntryToWrite } from '../model/entry';
import { writeFile } from '../template/write-file';
import { parsed } from '../contract/file-exchange.contract';
import { tmxCodec } from './tmx-codec';

const FILE = readFileSync(join(__dirname, 'fixtures/layout.tmx'), 'utf8');
type Edit = Partial<EntryToWrite> & { texts?: Record<string, string | null> };

/** Imports the file with the languages en-US and de-DE, edits it and returns its export. */
function edited(edits: Record<string, Edit | null>): string {
  const entries = new Map<string, EntryToWrite>();
  const canonical = (language = ''): string => (language === 'EN-US' ? 'en-US' : language);
  for (const { key, language, value, meta, description, keyMeta } of parsed(tmxCodec, FILE).entries) {
    const entry = entries.get(key) ?? { key, description, keyMeta, values: new Map(), metas: new Map() };
    const values = new Map(entry.values).set(canonical(language), value ?? '');
    entries.set(key, { ...entry, values, metas: new Map(entry.metas).set(canonical(language), meta ?? {}) });
  }
  for (const [key, edit] of Object.entries(edits)) {
    if (!edit) {
      entries.delete(key);
      continue;
    }
    const { texts = {}, ...rest } = edit;
    const values = new Map(entries.get(key)?.values);
    for (const [language, text] of Object.entries(texts)) {
      if (text === null) values.delete(language);
      else values.set(language, text);
    }
    entries.set(key, { key, ...entries.get(key), ...rest, values });
  }
  const chunks = writeFile(tmxCodec, {
    ...{ language: 'en-US', languages: ['en-US', 'de-DE', 'fr'], sourceLanguage: 'en-US', projectName: 'p' },
    entries: [...entries.values()],
    template: { bytes: Buffer.from(FILE), isForeign: false },
    warn: () => undefined,
  });
  return Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString('utf8');
}

describe('TMX templates', () => {
  it('give back what nobody edited', () => {
    expect(edited({})).toBe(FILE);
  });

  it('write a segment in the style of the old one', () => {
    expect(edited({ a: { texts: { 'de-DE': 'ä > c' } } })).toBe(FILE.replace('A &#228; &gt; b', '&#228; &gt; c'));
    expect(edited({ Unnamed: { texts: { 'de-DE': '<i>' } } })).toBe(FILE.replace('CDATA[<b>', 'CDATA[<i>'));
    expect(edited({ markup: { texts: { 'en-US': '<bpt i="1">y</bpt>b<ept i="1"/>' } } })).toBe(
      FILE.replace('a <bpt i="1">x', '<bpt i="1">y'),
    );
  });

  it('keep the inline elements of an edited text beside a sign that has to be escaped', () => {
    expect(edited({ markup: { texts: { 'en-US': 'R & D <bpt i="1">x</bpt>b<ept i="1"/>' } } })).toContain(
      '<seg>R &amp; D <bpt i="1">x</bpt>b<ept i="1"/></seg>',
    );
  });

  it('give an id to a unit that its source text does not name any more', () => {
    expect(edited({ Unnamed: { texts: { 'en-US': 'Named' } } })).toBe(
      FILE.replace('<tu>', '<tu tuid="Unnamed">').replace('<seg>Unnamed', '<seg>Named'),
    );
  });

  it('add and remove languages of a unit', () => {
    expect(edited({ a: { texts: { fr: 'A' } } })).toBe(
      FILE.replace('\t\t</tu>', '\t\t\t<tuv xml:lang="fr">\n\t\t\t\t<seg>A</seg>\n\t\t\t</tuv>\n\t\t</tu>'),
    );
    expect(edited({ a: { texts: { 'de-DE': null } } })).toBe(
      FILE.replace(/\t{3}<tuv xml:lang="de-DE" [^]*?<\/tuv>\n/, ''),
    );
  });

  it('remove a unit with its own comments', () => {
    expect(edited({ a: null })).toBe(FILE.replace(/\t\t<!-- About[^]*?<\/tu>\n/, '').replace('<body>\n\n', '<body>\n'));
    expect(edited({ Unnamed: null })).toBe(FILE.replace(/\t\t<tu>[^]*behind -->\n/, ''));
  });

  it('write descriptions', () => {
    expect(edited({ a: { description: 'New' } })).toBe(FILE.replace('A note', 'New'));
    expect(edited({ markup: { description: 'New' } })).toBe(FILE.replace('"markup">', '"markup"><note>New</note>'));
  });

  it('write new units in the layout of the file', () => {
    const unit = '\t\t<tu tuid="new">\n\t\t\t<tuv xml:lang="fr">\n\t\t\t\t<seg>N</seg>\n\t\t\t</tuv>\n\t\t</tu>\n\t';
    expect(edited({ new: { texts: { fr: 'N' } } })).toBe(FILE.replace('\t</body>', `${unit}</body>`));
  });
});
