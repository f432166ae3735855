import { EXAMPLE_IDS } from '../../common/example-ids';
import { CrossField } from '../../common/validation/constraint';
import { LanguageListField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { KeyIdsField } from '../../keys/dto/key-set.fields';
import { MAX_LANGUAGES } from '../../project-write/project-errors';

/** A member, and what the member is to translate. */
@CrossField<AssignDto>({
  code: 'required',
  isValid: ({ languages, keyIds }) => languages !== undefined || keyIds !== undefined,
  detail: 'at least one of languages, keyIds',
})
export class AssignDto {
  @StringField([idRule], { format: 'uuid', description: 'The id of the member.', example: EXAMPLE_IDS.member })
  memberId!: string;

  @LanguageListField({
    optional: true,
    min: 1,
    max: MAX_LANGUAGES,
    description: 'The languages. Default: the target languages in which the member writes.',
    example: ['de'],
  })
  languages?: string[];

  @KeyIdsField('The ids of the keys. Default: all keys, and keys that are added later.')
  keyIds?: string[];
}
