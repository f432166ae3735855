import { IntegerField, ListField } from '../../common/validation/fields';
import { MAX_TAGS, MAX_TEXT_CHARACTERS, tagRules } from '../../common/validation/text-rules';

/** A list of tags of a key. */
export const TagsField = (description: string): PropertyDecorator =>
  ListField(tagRules, {
    optional: true,
    max: MAX_TAGS,
    items: { minLength: 1, maxLength: 100 },
    description,
    example: ['checkout'],
  });

/** The length limit of the texts of a key. */
export const MaxLengthField = (): PropertyDecorator =>
  IntegerField(1, MAX_TEXT_CHARACTERS, {
    optional: true,
    nullable: true,
    description:
      'The greatest number of characters, as people count them (grapheme clusters), that a text should have; `null` ' +
      'removes the limit. Longer texts are accepted.',
    example: 40,
  });
