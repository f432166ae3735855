import type { OperationOptions } from '../http/operation.decorator';
import { ExportWarningsDto } from './dto/export-warnings.dto';
import { TranslationsDto } from './dto/translations.dto';
import { exportContent } from './export-content';

const EXPORT = `
\`format\` selects the format of the file; the default is \`json\`, a flat object of texts by key name. \`language\`
selects its language; the default is the source language. If several languages are selected, or all of them with
\`*\`, the response is a zip with a file for each language, or one file if the format contains several languages.

\`languageFallback=true\` looks up each requested language that the project does not have: \`de-CH\` gives the texts of
\`de\`, and several that find the same language give it once. A request for several languages gives a zip even if they
find the same one. \`Content-Language\` contains the language of an export of one language.

The same revision and options always give the same bytes; zip entries have a fixed time. An export is one consistent snapshot, even
while an import runs. Keys without a text are omitted unless \`untranslated=empty\`; bilingual formats always contain
all keys. \`fallback\` is another language of the project, whose texts replace missing ones.

A file has the layout of the file that was imported last in the same format, namespace and language, or, where that
language has none, in the source language: order, white space, comments and escapes stay, and only texts that differ are
replaced. A text that the file lacks is added behind the text that precedes it in the file of the source language, else at
the end of its object. \`layout=canonical\` always gives the canonical layout, and \`X-Export-Layout\` says which one it is.
\`GET /formats\` lists the formats with templates; the others always have the canonical layout.

In the canonical layout, the same texts give the same bytes: keys are ordered by code points, and JSON is indented by two spaces.

The files of a zip have the paths of the zips that were imported in this format, for instance
\`locales/de/common.json\`: a file for each namespace that had one, in which names stand without it, and one for all other
keys. Without such an import, and with \`layout=canonical\`, they have the paths that the tools of the format expect, and
only PHP has a file for each namespace. With \`perNamespace=true\`, each namespace has a file, in any format with one
language per file; the response is a zip, whatever the number of languages. \`excludeNamespace=app\` leaves out the keys of the namespace
\`app\`, which are in files of another format, for instance. A zip with more than 65,535 files is a 400 \`limit_exceeded\`.

Nested formats split names at \`keySeparator\`, by default at the separator of the imported file in its layout, and at dots in the canonical layout. A name is not split at a separator that looks like the end of a sentence. A name that
contains white space and is split produces the warning \`name_split\`; an import with the same separator reads the same names.
If \`a\` and \`a.b\` are both keys, a nested format contains the second under its dotted name, next to \`a\`. An array
is written only if all of \`[0]\` to \`[n-1]\` are keys. So no key is lost. With \`stripNamespace\` and with
\`arbNames=camel\`, two keys that would have the same name are a 400 \`duplicate_key\`, which lists both names. A text or a name that the format cannot represent is a 400
\`unwritable_text\`, and two keys that would be one entry are a 400 \`plural_conflict\`; both list up to 100 keys. With \`unwritable=skip\`,
these keys are left out with warnings. Texts are never altered, except for formulas with
\`escapeFormulas=true\`. Everything else that it cannot represent produces a warning:
\`X-Export-Warnings\` contains the number of warnings, and with \`details=true\` the response lists the first 1,000 of
them instead of the file.

\`Content-Disposition\` (RFC 6266) contains the name of the file: \`de.json\`, or the name of the project for a zip
and for a format that contains several languages. The response has a strong \`ETag\`. A request with a matching
\`If-None-Match\` receives a 304. HEAD is supported. Responses are compressed with \`br\` or \`gzip\`, depending on
\`Accept-Encoding\`.
`;

export const exportOperations = {
  export: {
    id: 'exportTranslations',
    answer: 'stream',
    summary: "Export a project's translations",
    description: EXPORT.trim(),
    content: exportContent(),
    models: [ExportWarningsDto],
    headers: {
      'X-Glossa-Revision': {
        description: 'The revision that the export shows: the `base` of an import of the edited file.',
        schema: { type: 'integer' },
        example: 57,
      },
      'X-Export-Layout': {
        description:
          'Whether the file, or at least one file of the zip, has the layout of an imported file (`template`), or all are written in the canonical layout (`canonical`).',
        schema: { type: 'string', enum: ['template', 'canonical'] },
        example: 'template',
      },
      'X-Export-Warnings': {
        description:
          'The number of warnings about what the format cannot represent; absent if there are none. `details=true` lists them.',
        schema: { type: 'integer' },
        example: 2,
      },
      'Content-Disposition': {
        description: 'The name of the file (RFC 6266).',
        schema: { type: 'string' },
        example: 'attachment; filename=de.json',
      },
      'Content-Language': {
        description: 'The language of an export of one language, as the project has it; absent for several languages.',
        schema: { type: 'string' },
        example: 'de',
      },
    },
    errors: [
      'project_not_found',
      'unknown_language',
      'unwritable_text',
      'plural_conflict',
      'duplicate_key',
      'limit_exceeded',
      'exports_busy',
      'unknown_revision',
      'revision_pruned',
    ],
    conditional: true,
  },
  all: {
    id: 'getTranslations',
    answer: 'stream',
    summary: 'Read all translations of a project',
    description:
      'Returns all texts by key name and language, the source language first, then the target languages in their ' +
      'order. A language without texts is `{}`; a key without a text in a language is absent from it. Keys are ' +
      'ordered by the code points of their names. The response is compact JSON and one consistent snapshot, even ' +
      'while an import runs. `language` and `namespace` select a part of the texts: a language that the project ' +
      'does not have is a 400 `unknown_language`, unless `languageFallback` finds the nearest one, which is then the ' +
      'name of the member. A namespace without keys gives empty objects. With `since`, `translations` has only the texts ' +
      'that differ from the texts at that revision, and `removed` the names of removed texts, each for all languages that the ' +
      'project has now: applied to the response of that revision, whose other languages are dropped, they give the ' +
      'present one. Responses are ' +
      'compressed with `br` or `gzip`, depending on `Accept-Encoding`. HEAD is supported.',
    response: TranslationsDto,
    responseExample: {
      translations: {
        en: { 'home.cta': 'Buy now', 'home.title': 'Welcome' },
        de: { 'home.title': 'Willkommen' },
        'pt-BR': {},
      },
    },
    errors: ['project_not_found', 'unknown_language', 'exports_busy', 'unknown_revision', 'revision_pruned'],
    conditional: true,
  },
} satisfies Record<string, OperationOptions>;
