import { CrossField } from '../../common/validation/constraint';
import { StringField } from '../../common/validation/fields';
import { descriptionRules, keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { MaxLengthField, TagsField } from './label.fields';
import { type SentStates, StatesField } from './states.field';
import { ExpectedTextsField, type SentTexts, TranslationsField } from './translations.field';

/** Changes of a key. Absent fields stay as they are. */
@CrossField<UpdateKeyDto>({
  code: 'required',
  isValid: (key) => key.changesKey() || key.changesTexts() || key.states !== undefined,
  detail: 'at least one field to change',
})
@CrossField<UpdateKeyDto>({
  field: 'tags',
  code: 'not_allowed',
  isValid: ({ tags, addTags, removeTags }) => tags === undefined || (addTags ?? removeTags) === undefined,
  detail: 'cannot be combined with addTags and removeTags',
})
export class UpdateKeyDto {
  @StringField(keyNameRules, { optional: true, description: 'The new name.', example: 'home.headline' })
  name?: string;

  @StringField(namespaceRules, {
    optional: true,
    description:
      'Without `name`: replaces the part of the name before the first dot. With `name`: the same as for a new key.',
    example: 'home',
  })
  namespace?: string;

  @StringField(translationRules, { optional: true, description: 'The new source text.', example: 'Welcome' })
  value?: string;

  @StringField(descriptionRules, {
    optional: true,
    nullable: true,
    description: 'A description for translators; `null` removes it.',
    example: 'Headline of the start page',
  })
  description?: string | null;

  @TagsField('All tags of the key, up to 50, each 1 to 100 characters without commas.')
  tags?: string[];

  @TagsField('Tags to add to the tags of the key.')
  addTags?: string[];

  @TagsField('Tags to remove from the tags of the key.')
  removeTags?: string[];

  @MaxLengthField()
  maxLength?: number | null;

  @TranslationsField({ nullable: true })
  translations?: SentTexts;

  @StatesField()
  states?: SentStates;

  @ExpectedTextsField()
  expected?: SentTexts;

  /** Whether the key itself is to be changed. */
  changesKey(): boolean {
    const { name, namespace, description, tags, addTags, removeTags, maxLength } = this;
    return [name, namespace, description, tags, addTags, removeTags, maxLength].some((value) => value !== undefined);
  }

  /** Whether a text is to be changed. */
  changesTexts(): boolean {
    return this.value !== undefined || this.translations !== undefined;
  }
}
