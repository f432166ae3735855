import { collectEntries } from '../model/collect-entries';
import type { EntrySink, FileToWrite, FormatCodec, ParseContext, TemplateContext } from '../model/codec';
import { TemplateMisfitError } from '../template/file-template';
import { plainText } from '../text/plain-text';
import { decodeFile } from '../text/text-encoding';
import { writeFlatJson } from './flat-json-writer';
import { visitJsonEntries } from './json-entries';
import { jsonShape } from './json-shape';
import { type JsonPlaces, openFlatTemplate, openJsonTemplate, readJsonPlaces } from './json-template';
import { writeNestedJson } from './nested-json-writer';

const streamOf =
  (isFlat: boolean) =>
  (bytes: Uint8Array, context: ParseContext, sink: EntrySink): void => {
    sink.begin({});
    visitJsonEntries(decodeFile(bytes, context), { ...context, isFlat }, (entry) => sink.add(entry));
  };

function readFlatJson(source: string, context: TemplateContext): JsonPlaces {
  const places = readJsonPlaces(source, context);
  if (places.isNested) throw new TemplateMisfitError('the file has nested objects');
  return places;
}

function* texts({ entries }: FileToWrite): Generator<[name: string, text: string]> {
  for (const entry of entries) yield [entry.key, plainText(entry)];
}

const common = {
  extensions: ['json'],
  mediaType: 'application/json',
  bilingual: false,
  multilingual: false,
  plurals: 'none',
  comments: false,
  canParse: true,
  duplicates: 'last',
  joinsNames: true,
} as const;
const [streamFlat, streamNested] = [streamOf(true), streamOf(false)];

/** One object that maps names to texts. Nested objects are read too, and written flat under dotted names. */
export const jsonCodec: FormatCodec = {
  ...common,
  id: 'json',
  name: 'JSON, flat',
  losses: ['Numbers and booleans come back as texts.', 'Nested objects and arrays come back flat, under dotted names.'],
  keepsMeta: false,
  streams: true,
  parse: collectEntries(streamFlat),
  stream: streamFlat,
  sniff: (head) => (jsonShape(head) === 'flat' ? 2 : 0),
  /** The format is always flat: an imported file with nested objects has not its layout. */
  template: {
    texts,
    read: readFlatJson,
    open: openFlatTemplate,
  },
  serialize: (file) => writeFlatJson(file.entries),
};

/** Nested objects, one level for each dot of the key. */
export const jsonNestedCodec: FormatCodec = {
  ...common,
  id: 'json-nested',
  name: 'JSON, nested',
  /** Both codecs read either layout, so the files of one zip may mix them. */
  metaId: 'json',
  losses: [
    'Numbers and booleans come back as texts.',
    'Empty objects and arrays do not come back.',
    'Dotted names of a file without nested objects come back nested wherever nothing else is in the way.',
  ],
  keepsMeta: false,
  streams: false,
  nests: true,
  parse: collectEntries(streamNested),
  stream: streamNested,
  sniff: (head) => (jsonShape(head) === 'nested' ? 2 : 0),
  template: { texts, read: readJsonPlaces, open: openJsonTemplate },
  serialize: (file) => writeNestedJson(file),
};
