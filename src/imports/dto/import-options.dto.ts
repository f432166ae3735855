import type { CheckCode } from '../../checks/finding';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { canonicalLanguage } from '../../common/language-tag';
import { LanguageField, TagQuery } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, IntegerField, StringField } from '../../common/validation/fields';
import { ConflictIdsField } from './conflict-ids.field';
import {
  fileNameRules,
  namespaceRules,
  separatorRules,
  storableRules,
  type TextRule,
} from '../../common/validation/text-rules';
import { codecs, findColumnIssue, type PlaceholderStyle } from '../../language-files';
import { CheckCodesQuery } from '../../findings/dto/check-codes.field';
import { IfRevisionField } from '../../projects/dto/if-revision.query';
import { DETAILS_OF, type DetailsOf } from '../details-page';
import { CONFLICT_RULES, type ConflictRule } from '../merge/merge-rule';
import { PlaceholdersField } from '../../formats/dto/placeholders.field';

const IMPORT_FORMATS = codecs.filter(({ canParse }) => canParse).map(({ id }) => id);

/** Names of columns, separated by commas. */
const columnsRules: readonly TextRule[] = [
  { code: 'too_long', isValid: (value) => value.length <= 65_536, detail: 'at most 65536 characters' },
  {
    code: 'invalid_format',
    isValid: (value) => findColumnIssue(value.split(',')) === undefined,
    detail: (value) => findColumnIssue(value.split(',')) ?? '',
  },
];

/** Rules of a list with an item for each file, separated by commas. An item may be empty. */
const listRules = (isItem: (item: string) => boolean, items: string): readonly TextRule[] => [
  { code: 'too_long', isValid: (value) => value.length <= 65_536, detail: 'at most 65536 characters' },
  {
    code: 'invalid_format',
    isValid: (value) => value.split(',').every((item) => item === '' || isItem(item)),
    detail: `each item must be empty or ${items}`,
  },
];

/** The options of an import: fields of the form, or query parameters. */
export class ImportOptionsDto {
  @ChoiceField(IMPORT_FORMATS, {
    enumName: 'ImportFormat',
    optional: true,
    description:
      'The format of the file. Default: detected from its name, then from its content. A raw body of the type `application/json` needs `format` or `filename`.',
    example: 'json',
  })
  format?: string;

  @StringField(fileNameRules, {
    optional: true,
    description:
      'The name of the file, from which format and language are detected: for a raw body, and for clients that cannot name the part `file` of a form. Default: the name of that part.',
    example: 'de.json',
  })
  filename?: string;

  @LanguageField({
    optional: true,
    description: 'The language of the file. Default: detected from its content, then from its name.',
    example: 'de',
  })
  language?: string;

  @StringField(listRules((item) => IMPORT_FORMATS.includes(item), `one of ${IMPORT_FORMATS.join(', ')}`), {
    optional: true,
    description:
      'The formats of several files, in the order of the parts `file` and separated by commas. Empty for a file: `format`, or detected.',
    example: 'json,',
  })
  formats?: string;

  @StringField(listRules((item) => canonicalLanguage(item) !== undefined, 'a language tag (BCP 47)'), {
    optional: true,
    description:
      'The languages of several files, in the order of the parts `file` and separated by commas. Empty for a file: `language`, or detected.',
    example: ',de',
  })
  languages?: string;

  @StringField(namespaceRules, {
    optional: true,
    description:
      'The namespace that is prefixed to every key of the file, for instance `home`. Default, and empty: none.',
    example: '',
  })
  namespace?: string;

  @StringField(separatorRules, {
    optional: true,
    description:
      'What joins the names of nested objects to key names, for instance `::`: `{"menu": {"open": "Open"}}` is the key `menu.open` by default. Empty: names are never joined, and a file with nested objects is a 400 `malformed_file`. An export in the layout of the file uses the same separator. Default: `.`.',
    example: '.',
  })
  keySeparator?: string;

  @StringField(columnsRules, {
    optional: true,
    description:
      'The columns of a CSV, TSV or Excel file without a header, in their order and separated by commas: `key`, language tags, `description`, and nothing for a column that is not imported. A column `value` has the texts of the option `language`. The first row must have as many cells. Refused for other formats. Default: the first row is the header.',
    example: 'key,en,de,,description',
  })
  columns?: string;

  @ChoiceField(CONFLICT_RULES, {
    optional: true,
    description:
      'What happens to texts that exist: they are overwritten (`overwrite`, the default) or kept, all of them (`keep`) or the texts with the state `reviewed` (`keep-reviewed`). With `base`, the rule is for conflicts, and the default is `refuse`: the response is a 400 `merge_conflict`.',
    example: 'overwrite',
  })
  conflict?: ConflictRule;

  @IntegerField(0, Number.MAX_SAFE_INTEGER, {
    optional: true,
    description:
      'The revision of the export from which the file was made: its `X-Glossa-Revision`. A change that only the file has made since is taken, a change that only the project has made stays, and a change of the same text in both is a conflict. Comments, order and other lines beside the texts are merged too. 0 is the empty project, for a file that is no export; it needs no kept history.',
    example: 57,
  })
  base?: number;

  @BooleanField({
    optional: true,
    description:
      'Whether the details of a dry run have `likelyBase`: the earliest revision with the most texts of the file. Default: false.',
    example: false,
  })
  findBase = false;

  @ConflictIdsField(
    'With `base`: ids of conflicts in which the version of the file is taken, whatever `conflict` says. With other versions than those shown: a 400.',
  )
  takeFile?: string[];

  @ConflictIdsField('With `base`: ids of conflicts in which the version of the project stays.')
  takeNow?: string[];

  @ChoiceField(TRANSLATION_STATES, {
    enumName: 'TranslationState',
    optional: true,
    description:
      'The state of all texts of the file that have no state there, whether or not they change; with `base`, of the texts that are taken from the file. `reviewed` needs `translations:review`. Default: texts that change are `translated`, and the others keep their state. Source texts of a bilingual file are not concerned.',
    example: 'draft',
  })
  state?: TranslationState;

  @TagQuery('Tags, separated by commas, that are added to each key of the file. Needs `keys:write`.')
  tags?: string[];

  @ChoiceField(['auto', 'skip', 'keep', 'clear'], {
    optional: true,
    description:
      'What happens to an empty text: it is ignored (`skip`), stored (`keep`), or it removes the translation (`clear`; in the source language it is ignored with a warning). `auto`, the default, stores it in the source language and ignores it in the others.',
    example: 'auto',
  })
  empty: 'auto' | 'skip' | 'keep' | 'clear' = 'auto';

  @BooleanField({
    optional: true,
    description:
      "Whether the import refuses what is otherwise a warning: a key with two texts of one language where the format's tools accept it (400 `duplicate_key`), and content that is not imported: entries that are kept aside or cannot be read, sheets with another header, cells with an error (400 `malformed_file`). Default: false.",
    example: false,
  })
  strict = false;

  @PlaceholdersField()
  placeholders: 'keep' | PlaceholderStyle = 'keep';

  @BooleanField({
    optional: true,
    description:
      'Whether a language of the file that the project does not have is read as the nearest one that it has: subtags are removed from the end (RFC 4647 §3.4), so that `de-DE` is read as `de`. Each one is a warning, and an export in the layout of the file names it as the file does. Two languages of one file that would be read as the same are a 400 `validation_failed`. Default: false.',
    example: false,
  })
  languageFallback = false;

  @BooleanField({
    optional: true,
    description: 'Whether languages that the project does not have are added. Needs `projects:write`. Default: false.',
    example: false,
  })
  createLanguages = false;

  @BooleanField({
    optional: true,
    description:
      'Whether keys that the file (or all files of a zip together) does not contain are deleted; with `namespace`, only keys in it. The file must contain the source language. A key without a text in the languages of the file stays if a nested file has an object or array in its place. Content that cannot be read (junk of Fluent, sheets with another header, cells with an error) is a 400 `malformed_file`. Needs `keys:delete`. Default: false.',
    example: false,
  })
  deleteMissing = false;

  @ChoiceField(['keep', 'remove'], {
    optional: true,
    description:
      'What happens to texts that the project has and the files of their languages do not: they are kept (`keep`, the default) or removed (`remove`), which a `conflict` of `keep` does not allow. The languages are the languages of the file, or of all files of a zip; with `namespace`, only keys in it are concerned. An empty text of a file is there if `empty` stores it, and with `base` if the text is empty in the project or was at the base. A text that another template of its language has stays. Templates whose files a zip without `namespace` does not have are removed too. Content that cannot be read is refused as with `deleteMissing`. Keys stay.',
    example: 'keep',
  })
  missingTexts: 'keep' | 'remove' = 'keep';

  @CheckCodesQuery(
    'Checks, separated by commas, that refuse the import: if a text that it adds or changes fails one of them, the response is a 400 `checks_failed`, and nothing is written. Default: none.',
  )
  failOn?: CheckCode[];

  @BooleanField({
    optional: true,
    description: 'Whether nothing is written. The response is the same. Default: false.',
    example: false,
  })
  dryRun = false;

  @BooleanField({
    optional: true,
    description: 'Whether the response contains `details` and `warnings`. Default: false.',
    example: false,
  })
  details = false;

  @ChoiceField(DETAILS_OF, {
    optional: true,
    description:
      'Which translation units `details` lists: all of them (`all`, the default), units whose text or state changes (`changes`), the others (`skipped`), or units in whose texts the checks find something, changed or not (`findings`).',
    example: 'all',
  })
  detailsOf: DetailsOf = 'all';

  @StringField(storableRules, {
    optional: true,
    description:
      'The `nextCursor` of the details of the page before. The same file and options must be sent again, with `dryRun=true` and `details=true`.',
    example: 'WyIxMDAwIiwiMCIsIjU3Il0',
  })
  detailsCursor?: string;

  @IfRevisionField()
  ifRevision?: number;
}
