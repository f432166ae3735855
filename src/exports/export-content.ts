import { type ContentObject, getSchemaPath, type MediaTypeObject } from '@nestjs/swagger';
import { ExportWarningsDto } from './dto/export-warnings.dto';
import { codecs, type EntryToWrite, type FormatCodec } from '../language-files';

/** What the documented exports show: two keys of a German translation. */
const ENTRIES: readonly EntryToWrite[] = [
  { key: 'home.cta', ...inBoth('Buy now', 'Jetzt kaufen') },
  { key: 'home.title', ...inBoth('Welcome', 'Willkommen'), description: 'Headline of the start page' },
];

const FLAT = {
  type: 'object',
  description: 'The flat map of key names to texts: format `json`.',
  additionalProperties: { type: 'string' },
};
const WARNINGS = { $ref: getSchemaPath(ExportWarningsDto) };
const OTHER_JSON = { type: 'object', description: 'JSON of another shape: other formats.', additionalProperties: true };

/** The answers of an export by media type, with what each format makes of the same two keys. */
export function exportContent(): ContentObject {
  const content = new Map<string, MediaTypeObject>();
  for (const codec of codecs) {
    const [mediaType = ''] = codec.mediaType.split(';');
    const known = content.get(mediaType) ?? { schema: schemaOf(mediaType) };
    content.set(mediaType, { ...known, ...withExample(known, codec, mediaType) });
  }
  content.set('application/zip', {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'A file a language: `de.json`, unless the format has a layout.',
    },
  });
  return Object.fromEntries(content);
}

function schemaOf(mediaType: string): MediaTypeObject['schema'] {
  if (mediaType === 'application/json') return { anyOf: [FLAT, WARNINGS, OTHER_JSON] };
  return isBinary(mediaType) ? { type: 'string', format: 'binary' } : { type: 'string' };
}

function withExample({ examples }: MediaTypeObject, codec: FormatCodec, mediaType: string): MediaTypeObject {
  if (isBinary(mediaType)) return {};
  const text = exampleOf(codec);
  const value: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
  return { examples: { ...examples, [codec.id]: { summary: codec.name, value } } };
}

function exampleOf(codec: FormatCodec): string {
  const chunks = codec.serialize({
    language: 'de',
    languages: codec.multilingual ? ['en', 'de'] : ['de'],
    sourceLanguage: 'en',
    projectName: 'Web shop',
    entries: ENTRIES,
    warn: () => undefined,
  });
  return Buffer.concat([...chunks].map((chunk) => Buffer.from(chunk))).toString();
}

function inBoth(source: string, value: string): Omit<EntryToWrite, 'key'> {
  const values = new Map([
    ['en', source],
    ['de', value],
  ]);
  return { source, value, values };
}

const isBinary = (mediaType: string): boolean => mediaType.includes('openxmlformats');
