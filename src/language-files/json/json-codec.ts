import type { FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import { decodeText } from '../text/text-encoding';
import { jsonEntries } from './json-entries';
import { jsonShape } from './json-shape';
import { writeFlatJson } from './json-writer';
import { writeNestedJson } from './nested-json-writer';

const parse = (bytes: Uint8Array, context: ParseContext): ParsedFile => ({
  entries: jsonEntries(decodeText(bytes), (warning) => context.warn(warning)),
});

const shared = {
  extensions: ['json'],
  mediaType: 'application/json',
  bilingual: false,
  multilingual: false,
  plurals: 'none',
  comments: false,
  canParse: true,
  parse,
} as const;

/** One object, name to text; what is nested is read too and written flat. */
export const jsonCodec: FormatCodec = {
  ...shared,
  id: 'json',
  name: 'JSON, flat',
  losses: ['Numbers and booleans come back as texts.', 'Nested objects and arrays come back flat, under dotted names.'],
  keepsMeta: false,
  streams: true,
  sniff: (head) => (jsonShape(head) === 'flat' ? 2 : 0),
  serialize: (file) => writeFlatJson(file.entries),
};

/** Objects within objects, a level for each dot of the key. */
export const jsonNestedCodec: FormatCodec = {
  ...shared,
  id: 'json-nested',
  name: 'JSON, nested',
  /** Both read the same, so that files of a zip may be of either layout. */
  metaId: 'json',
  losses: [
    'Numbers and booleans come back as texts.',
    'Empty objects and arrays do not come back.',
    'Dotted names come back nested wherever nothing else is in the way.',
  ],
  keepsMeta: false,
  streams: false,
  sniff: (head) => (jsonShape(head) === 'nested' ? 2 : 0),
  serialize: (file) => writeNestedJson(file.entries),
};
