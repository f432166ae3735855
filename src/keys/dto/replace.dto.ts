import { ValidationFailedError } from '../../common/errors/domain-error';
import { CrossField } from '../../common/validation/constraint';
import { CursorField, LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, StringField } from '../../common/validation/fields';
import { storableRules, translationRules, type TextRule } from '../../common/validation/text-rules';
import { IfRevisionQuery } from '../../projects/dto/if-revision.query';
import { PageLimitField } from '../../projects/dto/project-page.query';
import type { Replacement, ShownTexts } from '../replace/replacement';
import { TEXTS_CURSOR } from '../replace/shown-texts-page';
import { KeyIdsField, KeySetFields, toKeySet } from './key-set.fields';

const MAX_SEARCHED_CHARACTERS = 1_000;

const searchedRules: readonly TextRule[] = [
  { code: 'too_short', isValid: (value) => value !== '', detail: 'at least 1 character', schema: { minLength: 1 } },
  {
    code: 'too_long',
    isValid: (value) => value.length <= MAX_SEARCHED_CHARACTERS,
    detail: `at most ${MAX_SEARCHED_CHARACTERS} characters`,
    schema: { maxLength: MAX_SEARCHED_CHARACTERS },
  },
  ...storableRules,
];

/** What is replaced. */
@CrossField<ReplaceDto>({
  field: 'keyIds',
  code: 'not_allowed',
  isValid: ({ filter, keyIds }) => filter === undefined || keyIds === undefined,
  detail: 'either filter or keyIds',
})
export class ReplaceDto extends KeySetFields {
  @LanguageField({ description: 'The language of the texts.', example: 'de' })
  language!: string;

  @StringField(searchedRules, {
    description: 'What is searched in the texts. It is no pattern: each character stands for itself.',
    example: 'Datei',
  })
  search!: string;

  @StringField(translationRules, { description: 'What takes its place; empty to remove it.', example: 'Dokument' })
  replace!: string;

  @BooleanField({
    optional: true,
    description: 'Whether case matters. Default: false, by the rules of the language.',
    example: true,
  })
  matchCase?: boolean;

  @BooleanField({
    optional: true,
    description: 'Whether only whole words are replaced, as Unicode segments them in the language. Default: false.',
    example: true,
  })
  wholeWord?: boolean;

  @KeyIdsField('The ids of keys that are left out.')
  exceptKeyIds?: string[];

  @BooleanField({
    optional: true,
    description: 'Whether the texts are only shown, and nothing is changed. Default: false.',
    example: true,
  })
  dryRun?: boolean;
}

export class ReplaceQuery extends IfRevisionQuery {
  @PageLimitField()
  limit = 100;

  @CursorField()
  cursor?: string;
}

/** @throws ValidationFailedError for a wrong filter */
export function toReplacement(sent: ReplaceDto): Replacement {
  const { language, search, replace, matchCase = false, wholeWord = false, exceptKeyIds = [], dryRun = false } = sent;
  return { language, search, replace, matchCase, wholeWord, exceptKeyIds, dryRun, ...toKeySet(sent) };
}

/** @throws ValidationFailedError for a wrong cursor, and for one without a dry run: each page of it would be a write */
export function toShownTexts({ limit, cursor }: ReplaceQuery, { dryRun }: Replacement): ShownTexts {
  if (cursor === undefined) return { limit, after: ['', '00000000-0000-0000-0000-000000000000'] };
  if (!dryRun)
    throw new ValidationFailedError([{ parameter: 'cursor', code: 'not_allowed', detail: 'is for dry runs' }]);
  return { limit, after: TEXTS_CURSOR.decode(cursor) };
}
