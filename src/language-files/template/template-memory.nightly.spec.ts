import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FileFacts, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { codecs } from '../model/registry';
import { type KeptTemplate, TemplateCache } from './template-cache';
import { writeFile } from './write-file';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ENTRIES = 1_500;
/** Templates that are measured together. */
const TEMPLATES = 3;
/** A format is measured again where a measurement is out of range. */
const MEASUREMENTS = 5;

const withTemplates = codecs.filter(({ template, canParse }) => template && canParse);

/** Keeps all templates, and adds up the memory that they are said to take. */
class Counted extends TemplateCache {
  stated = 0;
  readonly templates: KeptTemplate[] = [];

  override set(_key: string, template: KeptTemplate, bytes: number): void {
    this.templates.push(template);
    this.stated += bytes;
  }
}

const createEntries = (codec: FormatCodec): EntryToWrite[] =>
  Array.from({ length: ENTRIES }, (_, i) => {
    const text = `Text no. ${i}: naïve café, “quoted” & <b>bold</b>`;
    const value = codec.id === 'stringsdict' ? plural(i) : text;
    const key = `section${1_000 + (i % 97)}${codec.id === 'fluent' ? '-' : '.'}item_${10_000 + i}`;
    const values = new Map(['en', 'de'].map((language) => [language, value]));
    return { key, value, ...(codec.bilingual && { source: value }), ...(codec.multilingual && { values }) };
  }).sort((one, other) => (one.key < other.key ? -1 : 1));

const plural = (i: number): NonNullable<EntryToWrite['value']> => ({
  ...{ type: 'cardinal', arg: 'count', exact: new Map() },
  forms: new Map((['one', 'other'] as const).map((form) => [form, `%d items of ${i}`])),
});

describe('templateBytes', () => {
  it.each(withTemplates.map((codec) => [codec.id, codec] as const))('is about the memory of %s', (_id, codec) => {
    const languages = codec.multilingual ? ['en', 'de'] : ['de'];
    const file = { language: languages[0] ?? '', languages, sourceLanguage: 'en', warn: () => undefined };
    const write = (head: FileFacts, cache?: TemplateCache): Buffer =>
      Buffer.concat(
        [...writeFile(codec, { ...head, entries: createEntries(codec) }, cache)].map((part) => Buffer.from(part)),
      );
    const bytes = write({ ...file, projectName: 'Memory' });
    const read = (cache: TemplateCache, projectName: string): void => {
      const template = { bytes: Buffer.from(bytes), isForeign: false };
      write({ ...file, projectName, template }, cache);
    };
    // The first readings compile code, which takes memory too.
    for (let i = 0; i < 3; i++) read(new TemplateCache(), `Warm-up ${i}`);
    const ratio = (): number => {
      const cache = new Counted();
      for (let i = 0; i < TEMPLATES; i++) read(cache, `Memory ${i}`);
      expect(cache.templates).toHaveLength(TEMPLATES);
      // What goes with the templates is their memory; before them, the heap had what earlier tests left.
      const held = usedBytes();
      cache.templates.splice(0);
      return cache.stated / (held - usedBytes());
    };
    // A collection that frees something of earlier tests, too, disturbs one measurement and not the next one.
    const isRight = (found: number): boolean => found > 0.7 && found < 1.3;
    let found = ratio();
    for (let i = 1; i < MEASUREMENTS && !isRight(found); i++) found = ratio();
    expect(found).toBeGreaterThan(0.7);
    expect(found).toBeLessThan(1.3);
  });
});

function usedBytes(): number {
  // The last match of a regular expression keeps its text.
  /x/.exec('x');
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
