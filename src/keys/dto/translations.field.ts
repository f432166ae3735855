import { findIssue, translationRules } from '../../common/validation/text-rules';
import { LanguageMapField } from './language-map.field';

/** Texts by language tag, as a client sends them: `{"de": "Hallo"}`. */
export type SentTexts = Readonly<Record<string, string | null>>;

/** Texts by canonical language tag. */
export type TextsByLanguage = Map<string, string | null>;

/**
 * The optional field `translations` of a key: texts by language.
 * @param nullable whether `null` stands for a text to remove
 */
export const TranslationsField = ({ nullable }: { nullable: boolean }): PropertyDecorator =>
  LanguageMapField(
    {
      additionalProperties: { type: nullable ? ['string', 'null'] : 'string' },
      description: nullable
        ? 'Texts by language tag. `null` removes a text; the source text cannot be removed.'
        : 'Texts by language tag. The project must have the languages.',
      example: { de: 'Willkommen' },
    },
    (value) => {
      if (nullable && value === null) return undefined;
      return typeof value === 'string'
        ? findIssue(translationRules, value)
        : { code: 'wrong_type', detail: 'must be a string' };
    },
  );
