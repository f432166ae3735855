import type { OperationOptions } from '../http/operation.decorator';
import { ExportWarningsDto } from './dto/export-warnings.dto';
import { TranslationsDto } from './dto/translations.dto';
import { exportContent } from './export-content';

const EXPORT = `
\`format\` says what is written: \`json\`, the flat map of key names to texts, unless told. \`language\` says of which language: the
source language unless told; several of them, or \`*\` for all, come as a zip with a file a language, unless the format holds
several languages in one file.

Keys are in code point order, and the same data is always the same bytes: 2-space indent, one final newline, fixed time stamps
in zips. An export is one consistent snapshot even while an import runs. Keys without a text are left out unless
\`untranslated=empty\`; bilingual formats always write every key. \`fallback\` names another language of the project that stands in
for missing texts.

In nested formats, where \`a\` and \`a.b\` are both keys, the deeper one stays under its dotted name beside \`a\`, and an array is
rebuilt only where \`[0]\` to \`[n-1]\` are all there: nothing is lost. With \`stripNamespace\`, two keys that would have one name are
a 400 \`duplicate_key\`. A text that the format cannot carry is a 400 \`unwritable_text\`, never altered; what else it cannot carry
is counted in \`X-Export-Warnings\`, and listed (the first 1,000), instead of the file, with \`details=true\`.

\`Content-Disposition\` (RFC 6266) names the file: \`de.json\`, or the project for zips and formats of several languages. The answer
has a strong \`ETag\`; \`If-None-Match\` is answered with 304; HEAD works. Compressed by \`Accept-Encoding\` (\`br\`, \`gzip\`).
`;

export const exportOperations = {
  export: {
    id: 'exportTranslations',
    summary: "Export a project's translations",
    description: EXPORT.trim(),
    content: exportContent(),
    models: [ExportWarningsDto],
    headers: {
      'X-Export-Warnings': {
        description: 'How many things the file could not carry, where there are any; `details=true` lists them.',
        schema: { type: 'integer' },
        example: 2,
      },
      'Content-Disposition': {
        description: 'RFC 6266: the name to save it under.',
        schema: { type: 'string' },
        example: 'attachment; filename="de.json"',
      },
    },
    errors: [
      'project_not_found',
      'unknown_language',
      'unwritable_text',
      'plural_conflict',
      'duplicate_key',
      'exports_busy',
    ],
    conditional: true,
  },
  all: {
    id: 'getTranslations',
    summary: 'Read all translations of a project',
    description:
      'Every language of the project is a member, `{}` when it has no text: the source language first, then the targets ' +
      'in their order. Keys without a text in a language are absent from it; keys are in code point order. Compact JSON, ' +
      'one consistent snapshot even while an import runs. `language` and `namespace` narrow it down; a language that the ' +
      'project does not have is a 400 `unknown_language`, a namespace without keys gives empty maps. Compressed by ' +
      '`Accept-Encoding` (`br`, `gzip`); HEAD works.',
    response: TranslationsDto,
    errors: ['project_not_found', 'unknown_language', 'exports_busy'],
    conditional: true,
  },
} satisfies Record<string, OperationOptions>;
