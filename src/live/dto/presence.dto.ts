import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CrossField } from '../../common/validation/constraint';
import { LanguageField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';

/** The text at which a person is. Without members, the person has left. */
@CrossField<PutPresenceDto>({
  code: 'required',
  isValid: ({ keyId, language }) => (keyId === undefined) === (language === undefined),
  detail: 'either keyId and language, or neither',
})
export class PutPresenceDto {
  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'The id of the key.',
    example: EXAMPLE_IDS.key,
  })
  keyId?: string;

  @LanguageField({ optional: true, description: 'The language of the text.', example: 'de' })
  language?: string;
}

export class PresenceDto {
  @ApiProperty({
    type: 'integer',
    description: 'Seconds after which the person counts as gone, unless it says again where it is.',
    example: 45,
  })
  seconds!: number;
}
