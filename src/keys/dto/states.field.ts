import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { oneOf } from '../../common/validation/fields';
import { findIssue } from '../../common/validation/text-rules';
import { LanguageMapField } from '../../projects/dto/language-map.field';

/** States by language tag, as a client sends them: `{"de": "reviewed"}`. */
export type SentStates = Readonly<Record<string, TranslationState>>;

const rules = [oneOf(TRANSLATION_STATES)];

/** The optional field `states` of a key: states of its texts by language. */
export const StatesField = (): PropertyDecorator =>
  LanguageMapField(
    {
      additionalProperties: { type: 'string', enum: [...TRANSLATION_STATES] },
      description:
        'States of texts by language tag: `draft`, `translated` or `reviewed`. A text that is set without a state is ' +
        '`translated`. A state confirms its text, which then is not outdated, whether or not the state is another one.',
      example: { de: 'reviewed' },
    },
    (value) =>
      typeof value === 'string' ? findIssue(rules, value) : { code: 'wrong_type', detail: 'must be a string' },
  );
