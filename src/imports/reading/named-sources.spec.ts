import { zipSync } from 'fflate';
import { codecs } from '../../language-files';
import { readImport } from './read-import';

type Text = [name: string, text: string];

/** A file of each bilingual format from English, whose sources are names, with the key of a name. */
const FILES: Record<string, { file: (language: string, texts: Text[]) => string; keyOf?: (name: string) => string }> = {
  po: {
    file: (language, texts) =>
      `msgid ""\nmsgstr "Language: ${language}\\n"\n` +
      texts.map(([name, text]) => `\nmsgid "${name}"\nmsgstr "${text}"\n`).join(''),
  },
  xliff: {
    file: (language, texts) =>
      `<xliff version="1.2"><file original="a" source-language="en" target-language="${language}" datatype="plaintext"><body>` +
      texts
        .map(([name, text]) => `<trans-unit id="${name}"><source>${name}</source><target>${text}</target></trans-unit>`)
        .join('') +
      '</body></file></xliff>',
  },
  xliff2: {
    file: (language, texts) =>
      `<xliff version="2.0" srcLang="en" trgLang="${language}"><file id="f">` +
      texts
        .map(
          ([name, text]) =>
            `<unit id="${name}"><segment><source>${name}</source><target>${text}</target></segment></unit>`,
        )
        .join('') +
      '</file></xliff>',
  },
  'qt-ts': {
    file: (language, texts) =>
      `<TS version="2.1" language="${language}" sourcelanguage="en"><context><name>c</name>` +
      texts
        .map(([name, text]) => `<message><source>${name}</source><translation>${text}</translation></message>`)
        .join('') +
      '</context></TS>',
    keyOf: (name) => `c\u0004${name}`,
  },
};

const TESTED = Object.entries(FILES);

describe('a zip of bilingual files', () => {
  it('is tested in each format', () => {
    const bilingual = codecs.filter((codec) => codec.bilingual && codec.canParse).map(({ id }) => id);
    expect(bilingual.sort()).toEqual(Object.keys(FILES).sort());
  });

  const read = async (format: string, files: Record<string, string>, strict = false) => {
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, Buffer.from(file)])));
    const { keys, units, warnings } = await readImport({
      ...{ bytes, format, sourceLanguage: 'en', targetLanguages: ['de', 'fr'], strict },
    });
    const texts = [...units].map(({ key, language, text, fromSource }) => {
      return [keys.name(key), language, text, fromSource] as const;
    });
    return { texts, warnings: warnings.listed };
  };

  it.each(TESTED)('has the texts of the source language from its own file in %s', async (format, given) => {
    const { file, keyOf = String } = given;
    const extension = codecs.find(({ id }) => id === format)?.extensions[0];
    const english = file('en', [['no-assignment', 'No assignment']]);
    const german = file('de', [['no-assignment', 'Keine Zuordnung']]);
    for (const files of [
      { [`en.${extension}`]: english, [`de.${extension}`]: german },
      // Without a language in its path, the file of the source language comes in its alphabetical order.
      { [`a.${extension}`]: german, [`b.${extension}`]: english },
      { [`a.${extension}`]: english, [`b.${extension}`]: german },
    ]) {
      const { texts } = await read(format, files);
      const key = keyOf('no-assignment');
      expect(new Set(texts)).toEqual(
        new Set([
          [key, 'en', 'No assignment', false],
          [key, 'de', 'Keine Zuordnung', false],
        ]),
      );
    }
  });

  it.each(TESTED)(
    'has the sources of its first file in %s if it has no file of the source language',
    async (...given) => {
      const [format, { file, keyOf = String }] = given;
      const extension = codecs.find(({ id }) => id === format)?.extensions[0];
      const { texts } = await read(format, {
        [`de.${extension}`]: file('de', [['a', 'A']]),
        [`fr.${extension}`]: file('fr', [['a', 'Ah']]),
      });
      expect(new Set(texts)).toEqual(
        new Set([
          [keyOf('a'), 'en', 'a', true],
          [keyOf('a'), 'de', 'A', false],
          [keyOf('a'), 'fr', 'Ah', false],
        ]),
      );
    },
  );

  it('has different sources of a key from its first file', async () => {
    const document = (language: string, source: string): string =>
      FILES['xliff']?.file(language, [['a', 'A']]).replace('<source>a<', `<source>${source}<`) ?? '';
    const { texts } = await read('xliff', { 'de.xlf': document('de', 'One'), 'fr.xlf': document('fr', 'Other') });
    expect(texts.filter(([, language]) => language === 'en')).toEqual([['a', 'en', 'One', true]]);
  });

  it('has the text of the later one of two files of a language, with a warning, and is refused if the import is strict', async () => {
    const german = (text: string): string => FILES['xliff']?.file('de', [['a', text]]) ?? '';
    const files = { 'x.xlf': german('A'), 'y.xlf': german('B') };
    const { texts, warnings } = await read('xliff', files);
    expect(texts.filter(([, language]) => language === 'de')).toEqual([['a', 'de', 'B', false]]);
    expect(warnings).toEqual([expect.objectContaining({ code: 'duplicate_key', key: 'a', language: 'de' })]);
    await expect(read('xliff', files, true)).rejects.toMatchObject({
      refusal: { code: 'duplicate_key' },
    });
  });
});
