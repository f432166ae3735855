import type { OperationOptions } from '../http/operation.decorator';
import { ImportFormDto } from './dto/import-form.dto';
import { ImportResultDto } from './dto/import-result.dto';
import { MAX_DETAILS } from './import-result';
import { MAX_FILES } from './sent-files';

const DESCRIPTION = `
Imports one file, several files of one format, or a zip of them. The body is either \`multipart/form-data\`, with the file in the
part \`file\` and the options in other fields, in any order, or the file itself, with the options in the query. A body
that is not multipart is read as the file, whatever its content type; best is \`application/octet-stream\`. A body of the
type \`application/json\` is a language file only if the query has \`format\` or \`filename\`; else, and for an
object that has the fields of the form, the response is a 400 \`unsupported_media_type\`. With a form, options can be in the query
too, each in one place. This document lists only the form, which generated clients send.

**Counts.** A translation unit is a key and a language of the file; the source text of a bilingual file is one too.
Each unit is counted once: \`imported\` had no text before, \`updated\` had another text, \`skipped\` had the same
text, was kept, or is empty or null in the file. With \`details=true\`, the response also contains the outcome of each
of the first ${MAX_DETAILS.toLocaleString('en')} translation units, and a warning for everything that could not be
imported exactly. A dry run answers all of them page by page: send the same
file and options again with \`detailsCursor\`, the \`nextCursor\` of the page before. All pages are of one \`revision\`; if
the project changes in between, the next page is a 400 \`revision_moved\`. An import with \`ifRevision\`, the \`revision\` of
the dry run, does exactly what the dry run showed, or nothing.

**Merge.** With \`base\`, the file is merged as git merges. Conflicts, and changes that the caller may not make, are a 400
\`merge_conflict\`, unless \`conflict\`, \`takeFile\` or \`takeNow\` says whose version wins; a dry run lists them. \`deleteMissing\` and
\`missingTexts\` then concern only what the base had.

**Checks.** The texts that the import adds or changes are checked against the source texts that their keys have
afterwards. With \`details=true\`, the response lists what the texts of the page fail; with \`failOn\`, a text that fails
one of these checks is a 400 \`checks_failed\`, for a dry run too.

**All or nothing.** An import that fails, and one with \`dryRun=true\`, writes nothing. A syntax error is a 400 \`malformed_file\` with the line and
the column, if the parser reports them. Where the tools of the format accept a key twice, the text that they read is
imported, with the warning \`duplicate_key\`: the last one in JSON, YAML, \`.properties\`, \`.strings\` and PHP, the first
one in TMX. In other formats, between the files of a zip, and with \`strict=true\`, two different texts are a 400
\`duplicate_key\`. In a zip of bilingual files, the file of the source language tells its texts, whatever sources the others have.

**Format.** Without \`format\`, the format is detected from the name of the file, then from its content. If no format
or more than one fits, the response is a 400 \`unknown_format\` that lists the candidates. \`i18next\` and
\`icu-json\` are never detected.

**Language.** Without \`language\`, the language is read from the content of the file (a PO header, an XLIFF target, a
column), then from its name (\`de.json\`): a language of the project, or one whose primary subtag is registered at IANA.
If there is no language, the response is a 400
\`language_required\`; a file of a zip without a language is left out with the warning \`name_without_language\`, if others have
one. If a file contains several languages, \`language\` selects one of them. Languages that the
project does not have are a 400 \`unknown_language\`, unless \`createLanguages\` adds them.

**Zips.** The path of a file in a zip also contains a namespace, which is prefixed to its keys: \`de/common.json\` and
\`common.de.json\` contain the namespace \`common\`. Exports of the same format write their zips with the paths of the last
zip that was imported without the option \`namespace\`.

**Several files.** A form with several parts \`file\` imports up to ${MAX_FILES} files as one change: all or nothing. They are no
zip: their paths have no namespaces, and exports keep the layout that they have. \`formats\` and \`languages\` say what is not
detected, and with \`details=true\` the response has the counts of each file. A refusal of one of them names it, and \`file\` in its
\`errors\` does. A zip among them, and files of two formats, are refused.

**Texts.** The names of nested objects are joined with \`keySeparator\`, by default with dots, and the items of an array become \`name[0]\`. Numbers and
booleans are read as they are written; \`null\` is skipped. A key that has only empty or null texts in the file is
created. The source texts of a bilingual file only fill gaps: they never replace a source text of the project, and one that differs
produces the warning \`source_differs\` unless it is a name. Plurals
become ICU messages; forms of the existing message that the format cannot represent (\`=7\` in PO) stay.

**States.** A text gets its state in the file (\`fuzzy\`, \`approved\`, \`state\`), also if the text is the same: its reason is
\`state\` then. Where the file has no state, a text gets the option \`state\`; without it, a text that changes is \`translated\`, and a
text that stays keeps its state. Without \`translations:review\`, the state \`reviewed\` is neither set nor taken away from a text that
stays, with the warning \`review_not_allowed\`, and a change of a reviewed text is refused if the project has \`protectReviewed\`.

**Scopes.** An import that creates keys also needs \`keys:write\`, one with \`createLanguages\` needs
\`projects:write\`, and one with \`deleteMissing\` needs \`keys:delete\`. Texts are written in the \`languages\` of the caller only: the change of a text
in another language is a 403 \`language_not_allowed\`, and with \`base\` a conflict with this reason.

**Queues.** Organizations take turns. If too many files of one wait, the response is a 429
\`imports_busy\`. Writes of one project wait for each other, up to 30 s (429 \`project_busy\`). Reading a file may take one second of processor time for each
megabyte, and 10 s in any case; otherwise the response is a 400 \`limit_exceeded\`.
`;

export const importOperation: OperationOptions = {
  id: 'importTranslations',
  answer: 'page',
  summary: 'Import translations from a file',
  description: DESCRIPTION.trim(),
  form: ImportFormDto,
  response: ImportResultDto,
  responseExample: { imported: 3, updated: 1, skipped: 0 },
  writesProject: true,
  idempotent: true,
  errors: [
    'language_not_allowed',
    'unknown_format',
    'unknown_encoding',
    'language_required',
    'language_mismatch',
    'unknown_language',
    'malformed_file',
    'duplicate_key',
    'delete_missing_refused',
    'merge_conflict',
    'unknown_revision',
    'revision_pruned',
    'checks_failed',
    'revision_moved',
    'limit_exceeded',
    'project_not_found',
    'imports_busy',
    'project_busy',
  ],
};
