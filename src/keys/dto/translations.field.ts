import { findIssue, translationRules } from '../../common/validation/text-rules';
import { LanguageMapField } from '../../projects/dto/language-map.field';

/** Texts by language tag, as a client sends them: `{"de": "Hallo"}`. */
export type SentTexts = Readonly<Record<string, string | null>>;

/** Texts by canonical language tag. */
export type TextsByLanguage = Map<string, string | null>;

/**
 * The optional field `translations` of a key: texts by language.
 * @param nullable whether `null` stands for a text to remove
 */
export const TranslationsField = ({ nullable }: { nullable: boolean }): PropertyDecorator =>
  TextsField(
    nullable
      ? 'Texts by language tag. `null` removes a text; the source text cannot be removed.'
      : 'Texts by language tag. The project must have the languages.',
    nullable,
  );

/** The optional field `expected` of a key: the texts that the client has seen. */
export const ExpectedTextsField = (): PropertyDecorator =>
  TextsField(
    'The texts that the client has seen, by language tag; `null` for none. If one of them is another text now, and not yet the text that ' +
      'the request sets, the response is a 400 `text_changed`, and nothing is written.',
    true,
  );

const TextsField = (description: string, nullable: boolean): PropertyDecorator =>
  LanguageMapField(
    {
      additionalProperties: { type: nullable ? ['string', 'null'] : 'string' },
      description,
      example: { de: 'Willkommen' },
    },
    (value) => {
      if (nullable && value === null) return undefined;
      return typeof value === 'string'
        ? findIssue(translationRules, value)
        : { code: 'wrong_type', detail: 'must be a string' };
    },
  );
