import type { OperationOptions } from '../http/operation.decorator';
import { ImportFormDto } from './dto/import-form.dto';
import { ImportResultDto } from './dto/import-result.dto';
import { MAX_DETAILS } from './import-result';

const DESCRIPTION = `
Takes one file, or a zip of files of one format, either as \`multipart/form-data\` with the part \`file\` and the options as
fields, in any order, or as the raw body with the options in the query: whatever its content type, JSON too, it is taken as
the file's bytes. A form's options may stand in the query as well, but none in both places.

**Counts.** What is counted is a (key, language) pair that the file names, the source text of a bilingual file too:
\`imported\` had no text before, \`updated\` had another, \`skipped\` was the same, kept, empty or null. Their sum is the number
of pairs in the file; the same pair twice with the same text is one. \`details=true\` adds what happened to each of the first
${MAX_DETAILS.toLocaleString('en')} pairs, and a warning for everything that could not be carried over as it was.

**All or nothing.** Nothing is written by an import that fails. A syntax error is a 400 \`malformed_file\` with line and column
where the parser knows them, and a pair twice with different texts a 400 \`duplicate_key\`. \`dryRun=true\` answers the same
and writes nothing.

**Format.** Unless \`format\` says it, the name of the file does, then its content; where several would fit, or none, it is a 400
\`unknown_format\` that names the candidates. \`i18next\` and \`icu-json\` are never guessed.

**Language.** Unless \`language\` says it, the file does (a PO header, an XLIFF target, a column …), then its name (\`de.json\`).
A name, path or column counts as a language if the project has it or its primary subtag has two letters. Where nothing tells,
it is a 400 \`language_required\`. Of a file of several languages, \`language\` takes that one. Languages that the project does
not have are a 400 \`unknown_language\`, unless \`createLanguages\` adds them.

**Texts.** Nested files flatten with dots, array items are \`name[0]\`, numbers and booleans are taken as they are written,
\`null\` is skipped. A key that the file names only with empty or null texts is created. Source texts of a bilingual file only
fill gaps; they never replace a source text that is there. Plurals become ICU messages; forms of the message that is there
stay where the file's format has no place for them (\`=7\` in PO).

**Scopes.** An import that creates keys also needs \`keys:write\`, one with \`createLanguages\` \`projects:write\`, one with
\`deleteMissing\` \`keys:delete\`.

Writers of one project queue; one that has waited 30 s is answered 429 \`project_busy\`.
`;

export const importOperation: OperationOptions = {
  id: 'importTranslations',
  summary: 'Import translations from a file',
  description: DESCRIPTION.trim(),
  form: ImportFormDto,
  response: ImportResultDto,
  responseExample: { imported: 3, updated: 1, skipped: 0 },
  errors: [
    'unknown_format',
    'unknown_encoding',
    'language_required',
    'language_mismatch',
    'unknown_language',
    'malformed_file',
    'duplicate_key',
    'delete_missing_refused',
    'limit_exceeded',
    'project_not_found',
    'project_busy',
  ],
};
