import { type ContentObject, getSchemaPath, type MediaTypeObject } from '@nestjs/swagger';
import { ExportWarningsDto } from './dto/export-warnings.dto';
import { codecs, type EntryToWrite, type FormatCodec } from '../language-files';

/** The two keys of the documented exports. */
const ENTRIES: readonly EntryToWrite[] = [
  { key: 'home.cta', ...inBothLanguages('Buy now', 'Jetzt kaufen') },
  { key: 'home.title', ...inBothLanguages('Welcome', 'Willkommen'), description: 'Headline of the start page' },
];

const FLAT = {
  type: 'object',
  description: 'The flat map of key names to texts: format `json`.',
  additionalProperties: { type: 'string' },
};
const WARNINGS = { $ref: getSchemaPath(ExportWarningsDto) };
const OTHER_JSON = {
  type: 'object',
  description: 'JSON of another shape, for the other formats.',
  additionalProperties: true,
};

/** Returns the documented responses of an export by media type, with an example for each format. */
export function exportContent(): ContentObject {
  const content = new Map<string, MediaTypeObject>();
  for (const codec of codecs) {
    const [mediaType = ''] = codec.mediaType.split(';');
    const entry = content.get(mediaType) ?? { schema: createSchema(mediaType) };
    content.set(mediaType, { ...entry, ...addExample(entry, codec, mediaType) });
  }
  content.set('application/zip', {
    schema: {
      type: 'string',
      format: 'binary',
      description:
        "The files of the languages, with the paths of the zip that was imported, or the paths that the format's tools expect: `de.json`.",
    },
  });
  return Object.fromEntries(content);
}

function createSchema(mediaType: string): MediaTypeObject['schema'] {
  if (mediaType === 'application/json') return { anyOf: [FLAT, WARNINGS, OTHER_JSON] };
  return isBinary(mediaType) ? { type: 'string', format: 'binary' } : { type: 'string' };
}

function addExample({ examples }: MediaTypeObject, codec: FormatCodec, mediaType: string): MediaTypeObject {
  if (isBinary(mediaType)) return {};
  const text = renderExample(codec);
  const value: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
  return { examples: { ...examples, [codec.id]: { summary: codec.name, value } } };
}

function renderExample(codec: FormatCodec): string {
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

function inBothLanguages(source: string, value: string): Omit<EntryToWrite, 'key'> {
  const values = new Map([
    ['en', source],
    ['de', value],
  ]);
  return { source, value, values };
}

const isBinary = (mediaType: string): boolean => mediaType.includes('openxmlformats');
