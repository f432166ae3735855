import { CrossField } from '../../common/validation/constraint';
import type { PartOfSpeech } from '../term';
import {
  CASE_SENSITIVE,
  DefinitionField,
  DO_NOT_TRANSLATE,
  FlagField,
  FORBIDDEN,
  PartOfSpeechField,
  TermField,
  TermLanguageField,
  TermProjectsField,
  TranslationsField,
} from './term-fields';

/** Translations by language tag, as a client sends them. */
export type SentTranslations = Readonly<Record<string, readonly string[] | null>>;

/** The attributes of a term that a client may set. */
class TermAttributesDto {
  @DefinitionField()
  definition?: string | null;

  @PartOfSpeechField()
  partOfSpeech?: PartOfSpeech | null;

  @FlagField(CASE_SENSITIVE)
  caseSensitive?: boolean;

  @FlagField(`${DO_NOT_TRANSLATE} Not with \`forbidden\`.`)
  doNotTranslate?: boolean;

  @FlagField(FORBIDDEN)
  forbidden?: boolean;

  @TermProjectsField()
  projectIds?: string[] | null;
}

/** A term to create. */
export class CreateTermDto extends TermAttributesDto {
  @TermField()
  term!: string;

  @TermLanguageField(' Default: `en`.')
  language?: string;

  @TranslationsField('Translations by language tag, the preferred one first.')
  translations?: SentTranslations;
}

/** Changes of a term. Absent fields stay as they are. */
@CrossField<ChangeTermDto>({
  code: 'required',
  isValid: (change) => Object.values(change).some((value) => value !== undefined),
  detail: 'at least one field to change',
})
export class ChangeTermDto extends TermAttributesDto {
  @TermField({ optional: true })
  term?: string;

  @TermLanguageField()
  language?: string;

  @TranslationsField(
    'The new translations into these languages, the preferred one first; `null` removes a language. Other languages stay.',
    { nullable: true },
  )
  translations?: SentTranslations;
}
